use ikibuguzo_testing::TestDatabase;

use crate::fault::Refusal;

/// Lets every statement that writes fail with the code in the table `refusal`, if it has one. It is no change of the
/// schema that makes the fault: that would wait for transactions of nodes that stand still.
const SETUP: [&str; 3] = [
    "create table refusal (code text not null)",
    "create function refuse_writes() returns trigger language plpgsql as $$ declare refused text; begin
     select code into refused from refusal;
     if found then raise exception 'a fault of the campaign' using errcode = refused; end if;
     return null; end $$",
    "do $$ declare name text; begin
     for name in select tablename from pg_tables where schemaname = current_schema() and tablename <> 'refusal' loop
         execute format('create trigger refuse_writes before insert or update or delete on %I
                         for each statement execute function refuse_writes()', name);
     end loop; end $$",
];

/// Prepares a database in which no fault has been made yet.
pub(crate) async fn prepare(database: &TestDatabase) {
    for statement in SETUP {
        database.execute(statement).await;
    }
}

/// Refuses every write from now on.
pub(crate) async fn refuse(database: &TestDatabase, refusal: Refusal) {
    let code = match refusal {
        Refusal::ReadOnly => "25006",
        Refusal::FullDisk => "53100",
    };
    database.execute(&format!("insert into refusal values ('{code}')")).await;
}

/// Takes writes again.
pub(crate) async fn take(database: &TestDatabase) {
    database.execute("delete from refusal").await;
}
