//! The names that are taken, against the players: page by page, in the order of their ids.

use std::collections::HashMap;

use sqlx::Connection;

use super::{Checker, RowDifference};
use crate::error::StoreError;
use crate::name_skeleton::name_skeleton;
use crate::statement::Statement;

/// Number of players that are in memory at a time.
const PAGE_LENGTH: usize = 200;

impl Checker {
    /// The next players after an id whose names are not reserved for them, and the last id that was read; none at the
    /// end. Former players have no name.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn compare_names(
        &mut self,
        after: &str,
    ) -> Result<Option<(String, Vec<RowDifference>)>, StoreError> {
        let mut reading = self.connection.begin_with(self.store.database.begin_snapshot()).await?;
        let mut select =
            Statement::new("select player_id, name from player where former = 0 and player_id > ");
        select.bind(after.into());
        select.push(&format!(" order by player_id limit {PAGE_LENGTH}"));
        let players: Vec<(String, String)> = select.rows(&mut *reading).await?;
        let Some((last, _)) = players.last().cloned() else { return Ok(None) };
        let skeletons: Vec<_> = players.iter().map(|(_, name)| name_skeleton(name)).collect();
        let mut select = Statement::new("select skeleton, player_id from known_name where skeleton in (");
        select.bind_all(skeletons.iter().map(|skeleton| skeleton.as_str().into()));
        select.push(")");
        let owners: HashMap<String, String> = select.rows(&mut *reading).await?.into_iter().collect();
        let compared = players.iter().zip(&skeletons).filter_map(|((player, name), skeleton)| {
            compare_owner(player, name, skeleton, owners.get(skeleton))
        });
        Ok(Some((last, compared.collect())))
    }
}

/// A name that is reserved for another player is only named: only a person can decide whose it is.
fn compare_owner(player: &str, name: &str, skeleton: &str, owner: Option<&String>) -> Option<RowDifference> {
    let subject = format!("name of {name}");
    match owner {
        Some(owner) if owner == player => None,
        Some(_) => Some(RowDifference::new(subject, "reserved for another player", "for this one", None)),
        None => {
            let mut repair = Statement::new("insert into known_name (skeleton, player_id) values (");
            repair.bind_all([skeleton.into(), player.into()]);
            repair.push(")");
            Some(RowDifference::new(subject, "not reserved", "reserved for this player", Some(repair)))
        }
    }
}
