//! For any items, shards and orders.

use proptest::prelude::{ProptestConfig, Strategy, any, prop_assert, prop_assert_eq, proptest};
use proptest::sample::Index;
use shards::plan::Draft;

use crate::support::{done, merged, planned, whole};

/// Keys with any letters.
fn any_items(most: usize) -> impl Strategy<Value = Vec<String>> {
    proptest::collection::btree_set(any::<String>(), 0..most)
        .prop_map(|items| items.into_iter().collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn every_item_is_in_one_shard_and_no_shard_has_two_more_than_another(
        items in any_items(60), shards in 1..20_u32, shuffle in any::<Index>(),
    ) {
        let mut draft = Draft::default();
        items.iter().for_each(|key| draft.add(key));
        draft.spread(shards).unwrap();
        let mut counts = vec![0_usize; shards as usize];
        for shard in draft.spreading() {
            prop_assert!((1..=shards).contains(&shard));
            counts[shard as usize - 1] += 1;
        }
        prop_assert_eq!(counts.iter().sum::<usize>(), items.len());
        prop_assert!(counts.iter().max().unwrap() - counts.iter().min().unwrap() <= 1);
        // In whatever order they come, an item's shard is the same.
        let turn = if items.is_empty() { 0 } else { shuffle.index(items.len()) };
        let mut turned = Draft::default();
        items[turn..].iter().chain(&items[..turn]).for_each(|key| turned.add(key));
        turned.spread(shards).unwrap();
        let mut given: Vec<_> = turned.spreading().collect();
        given.rotate_right(turn);
        prop_assert_eq!(given, draft.spreading().collect::<Vec<_>>());
    }
}

proptest! {
    // Every result goes to the disk, and a test has not all day.
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn shards_merged_are_the_whole(
        items in any_items(24), shards in 1..7_u32, order in any::<Index>(),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let plan = planned(&folder.path().join("plan.json"), &items, shards);
        let counts: u64 = (1..=shards).map(|shard| plan.count(shard)).sum();
        prop_assert_eq!(counts, items.len() as u64);
        let out = folder.path().join("out");
        let first = order.index(shards as usize) as u32;
        for turn in 0..shards {
            done(&plan, 1 + (first + turn) % shards, &out);
        }
        prop_assert_eq!(merged(&plan, &out), whole(&plan));
    }
}

#[test]
fn two_items_of_one_name_are_no_plan() {
    let mut draft = Draft::default();
    ["ada", "bob", "ada"].into_iter().for_each(|key| draft.add(key));
    let refused = draft.spread(2).unwrap_err();
    assert_eq!(refused, "two items have the name `ada`; names in a plan must be unique");
    assert!(draft.spread(0).is_err() && draft.spread(100_001).is_err());
}
