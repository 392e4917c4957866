use proptest::prelude::*;

use super::*;
use crate::Point;

fn standing(x: i32, y: i32, elevation: i32) -> Standing {
    Standing { shape: Shape::disc(Point::new(x, y), Length(10)), elevation: Length(elevation) }
}

fn row(places: &[i32]) -> Links {
    let models: Vec<Standing> = places.iter().map(|&x| standing(x, 0, 0)).collect();
    Links::new(&models, Length(20), Length(50)).unwrap()
}

fn members(list: &[usize]) -> Members {
    list.iter().copied().collect()
}

#[test]
fn the_gap_itself_links_and_a_unit_more_does_not() {
    assert_eq!(row(&[0, 40]).neighbours(0), members(&[1]));
    assert_eq!(row(&[0, 41]).neighbours(0), Members::NONE);
}

#[test]
fn height_counts_as_well() {
    let models = [standing(0, 0, 0), standing(30, 0, 50), standing(60, 0, 101)];
    let links = Links::new(&models, Length(20), Length(50)).unwrap();
    assert_eq!((links.neighbours(0), links.neighbours(1)), (members(&[1]), members(&[0])));
    let gap = models[0].gap(&models[2]);
    assert_eq!((gap.across.up(), gap.up), (Length(40), Length(101)));
    assert!(gap.within(Length(40), Length(101)) && !gap.within(Length(40), Length(100)));
    assert!(!gap.within(Length(39), Length(101)));
    assert_eq!(standing(0, 0, i32::MIN).gap(&standing(0, 0, i32::MAX)).up, Length(i32::MAX));
}

#[test]
fn the_nearest_of_many_is_the_first_of_those_at_the_same_distance() {
    let many = [standing(90, 0, 0), standing(0, 50, 30), standing(50, 0, 20), standing(0, -50, 20)];
    let (place, gap) = standing(0, 0, 0).nearest(&many).unwrap();
    assert_eq!((place, gap.across.up(), gap.up), (2, Length(30), Length(20)));
    assert_eq!(standing(0, 0, 0).nearest([]), None);
}

#[test]
fn groups_are_told_by_their_lowest_members() {
    let links = row(&[0, 1_000, 30, 1_030, 1_060, 5_000]);
    assert_eq!(links.groups().as_slice(), [members(&[0, 2]), members(&[1, 3, 4]), members(&[5])]);
    assert_eq!(links.largest_group(), members(&[1, 3, 4]));
    assert!(!links.is_one_group() && row(&[]).is_one_group() && row(&[3]).is_one_group());
    assert_eq!(row(&[0, 1_000]).largest_group(), members(&[0]));
    assert_eq!(row(&[]).largest_group(), Members::NONE);
}

#[test]
fn only_the_ends_of_a_row_may_leave_alone() {
    let links = row(&[0, 30, 60, 90]);
    assert_eq!(links.removable(Links::is_one_group), members(&[0, 3]));
    assert!(links.each_has(1) && !links.each_has(2));
    assert_eq!(links.without(members(&[1])).groups().as_slice(), [members(&[0]), members(&[2, 3])]);
    assert_eq!(links.without(members(&[1])).neighbours(1), Members::NONE);
}

#[test]
fn several_may_leave_together_where_nobody_may_alone() {
    // Of four in a square each has two neighbours: nobody may leave alone, but all may.
    let pairs = [(0, 1), (1, 2), (2, 3), (3, 0)];
    let square = Links::of(4, |a, b| pairs.contains(&(a, b)) || pairs.contains(&(b, a))).unwrap();
    let two_each = |links: &Links| links.members().is_empty() || links.each_has(2);
    assert_eq!(square.removable(two_each), Members::NONE);
    assert_eq!(square.keep_linked(4, Members::first(4), two_each), Some(Members::first(4)));
    assert_eq!(square.keep_linked(3, Members::first(4), two_each), None);
    let row = row(&[0, 30, 60, 90]);
    assert_eq!(row.keep_linked(2, members(&[1, 2]), Links::is_one_group), None);
    assert_eq!(row.keep_linked(3, members(&[1, 2, 3]), Links::is_one_group), Some(members(&[1, 2, 3])));
    assert_eq!(row.keep_linked(0, Members::NONE, Links::is_one_group), Some(Members::NONE));
    assert_eq!(row.keep_linked(2, members(&[3]), Links::is_one_group), None);
}

#[test]
fn a_broken_group_is_whole_again_when_the_fewest_leave() {
    let links = row(&[0, 30, 1_000, 60, 2_000]);
    assert_eq!(links.remove_until(links.members(), Links::is_one_group), Some(members(&[2, 4])));
    assert_eq!(links.remove_until(members(&[2]), Links::is_one_group), None);
}

#[test]
fn sixty_four_models_fit_and_one_more_is_refused() {
    let all = Links::of(64, |a, b| a + 1 == b).unwrap();
    assert!(all.is_one_group() && all.members().len() == 64);
    assert_eq!(all.keep_linked(60, all.members(), Links::is_one_group), Some(Members::first(60)));
    let refused = Links::of(65, |_, _| true).unwrap_err();
    assert_eq!(refused.to_string(), "a group of 65 models is too much; 64 are enough");
    assert!(!Members::first(64).contains(64) && Members::only(64).is_empty());
}

/// The same question by trying every set.
fn by_trying_every_set(links: &Links, remove: usize, holds: impl Fn(&Links) -> bool) -> bool {
    let count = links.members().len();
    let sets = (0..1_u64 << count).map(Members).filter(|set| set.len() == remove);
    sets.into_iter().any(|gone| holds(&links.without(gone)))
}

fn some_links() -> impl Strategy<Value = Links> {
    (1..10_usize, any::<u64>()).prop_map(|(count, bits)| {
        Links::of(count, |a, b| bits >> ((a * 10 + b) % 64) & 1 == 1 && (a + b) % 3 != 0).unwrap()
    })
}

proptest! {
    #[test]
    fn a_set_that_may_leave_is_found_wherever_there_is_one(links in some_links(), remove in 0..10_usize, least in 0..3_usize) {
        let holds = |links: &Links| links.is_one_group() && links.each_has(least);
        let found = links.keep_linked(remove, links.members(), holds);
        prop_assert_eq!(found.is_some(), by_trying_every_set(&links, remove, holds));
        if let Some(gone) = found {
            prop_assert_eq!(gone.len(), remove);
            prop_assert!(holds(&links.without(gone)));
        }
    }

    #[test]
    fn one_may_always_leave_a_linked_group(links in some_links()) {
        for group in links.groups() {
            let group = links.without(links.members().without(group));
            prop_assert!(!group.removable(Links::is_one_group).is_empty());
        }
    }

    #[test]
    fn groups_share_nobody_and_no_link_leads_out_of_one(links in some_links()) {
        let groups = links.groups();
        let all: usize = groups.iter().map(|group| group.len()).sum();
        prop_assert_eq!(all, links.members().len());
        for group in groups {
            for member in group.iter() {
                prop_assert!(links.neighbours(member).without(group).is_empty());
                prop_assert!(!links.neighbours(member).contains(member));
            }
        }
    }
}
