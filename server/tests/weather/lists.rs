use ikibuguzo_testing::Cluster;

/// What shows many games or players: one of them that cannot be read must not take it away.
const LISTS: [&str; 8] = [
    "/",
    "/live",
    "/games",
    "/tournaments",
    "/leaderboards",
    "/api/games",
    "/api/export?format=ndjson",
    "/api/stats",
];

/// Returns a sentence for each list that a node does not show.
pub(crate) async fn find_lists_down(cluster: &Cluster) -> Vec<String> {
    let mut found = Vec::new();
    for (number, node) in cluster.nodes.iter().enumerate() {
        for list in LISTS {
            let status = node.http().send("GET", list, None, None).await.status();
            found.extend((status != 200).then(|| format!("node {number} answers {list} with {status}")));
        }
    }
    found
}
