//! The leader points of an army: what its units bring and cost, and who joins for free.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use vocabulary::Word;

use crate::forces::role::{Role, Slots};

/// A unit as far as leader points go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Member<'a> {
    /// Its datasheet's id.
    pub(crate) id: Word,
    /// Its role.
    pub(crate) role: &'a Role,
}

/// What the units of an army bring and cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sum {
    /// What leaders and support units bring.
    pub(crate) gained: i32,
    /// What each unit pays, after the cheapest choice of who joins for free.
    pub(crate) paid: Vec<i32>,
}

impl Sum {
    /// The leader points of an army with this commander, given what a further leader costs whose datasheet doesn't say.
    ///
    /// Carries out `tle.leader-points.leader-grants`, `tle.leader-points.free-slots`, `tle.leader-points.minimum-cost`,
    /// `tle.ruling.support-bonus`, `tle.ruling.additional-leader-cost`, `tle.ruling.free-slot-assignment`,
    /// `tle.ruling.base-slot-count`.
    pub(crate) fn of(members: &[Member<'_>], commander: Option<usize>, further_leader: i32) -> Sum {
        let gained = members.iter().map(|member| gain(member, members)).sum();
        let mut paid: Vec<i32> = members.iter().map(|member| cost(member, further_leader)).collect();
        if let Some(commander) = commander {
            paid[commander] = 0;
        }
        for member in free(members, &paid) {
            paid[member] = 0;
        }
        Sum { gained, paid }
    }

    /// What is left; below 0 if the units cost more than they bring. Carries out `tle.leader-points.leftover`.
    pub(crate) fn left(&self) -> i32 {
        self.gained - self.paid.iter().sum::<i32>()
    }
}

/// What a unit brings.
fn gain(member: &Member<'_>, members: &[Member<'_>]) -> i32 {
    match member.role {
        Role::Leader { points, .. } => i32::from(*points),
        Role::Support { bonus: Some(bonus), .. } if members.iter().any(|other| other.id == bonus.with) => {
            i32::from(bonus.points)
        }
        _ => 0,
    }
}

fn cost(member: &Member<'_>, further_leader: i32) -> i32 {
    member.role.cost().map_or(further_leader, i32::from)
}

/// The units that join for free where that saves the most: each takes a slot of another unit, and no slot is taken twice.
///
/// What a slot saves depends on the unit alone. So the dearest unit takes a slot if there is one at all, then the next, and
/// those before it change slots where that lets it in: no other choice saves more.
fn free(members: &[Member<'_>], costs: &[i32]) -> Vec<usize> {
    let mut rooms: Vec<Room> = Vec::new();
    for (of, member) in members.iter().enumerate() {
        let room = |slots: Slots| Room { of, slots, taken: Vec::new() };
        rooms.extend(member.role.slots().into_iter().map(room));
    }
    let mut dearest: Vec<usize> = (0..members.len()).filter(|member| costs[*member] > 0).collect();
    dearest.sort_by_key(|member| Reverse(costs[*member]));
    dearest.retain(|member| seat(*member, members, &mut rooms, &mut BTreeSet::new()));
    dearest
}

/// Slots of one kind.
struct Room {
    /// The unit that brings them.
    of: usize,
    slots: Slots,
    taken: Vec<usize>,
}

/// Finds a slot for a unit, and for whoever has to make room; says whether there is one. `tried` are the rooms that were
/// looked at already.
fn seat(member: usize, members: &[Member<'_>], rooms: &mut [Room], tried: &mut BTreeSet<usize>) -> bool {
    for at in 0..rooms.len() {
        let suits = rooms[at].of != member && rooms[at].slots.roles.contains(&members[member].role.kind());
        if !suits || !tried.insert(at) {
            continue;
        }
        if rooms[at].taken.len() < usize::from(rooms[at].slots.units) {
            rooms[at].taken.push(member);
            return true;
        }
        for place in 0..rooms[at].taken.len() {
            if seat(rooms[at].taken[place], members, rooms, tried) {
                rooms[at].taken[place] = member;
                return true;
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::forces::role::{Bonus, RoleKind};

    fn leader(points: u8, slots: &[(u8, &[RoleKind])]) -> Role {
        let slots = slots.iter().map(|(units, roles)| Slots { units: *units, roles: roles.to_vec() }).collect();
        Role::Leader { points, slots, cost: None }
    }

    fn sum(roles: &[Role]) -> Sum {
        let ids = ["a", "b", "c", "d", "e", "f", "g", "h"];
        let members: Vec<Member<'_>> =
            roles.iter().zip(ids).map(|(role, id)| Member { id: Word::new(id), role }).collect();
        Sum::of(&members, Some(0), 1)
    }

    #[test]
    fn the_example_of_the_book_takes_three_base_and_two_guardians_or_elites_for_free() {
        let lord = leader(8, &[(3, &[RoleKind::Base]), (2, &[RoleKind::Guardian, RoleKind::Elite])]);
        let (base, elite) = (Role::Base { cost: 1, slots: Vec::new() }, Role::Elite { cost: 2 });
        let guardian = Role::Guardian { cost: 3, leaders: 0 };
        let sum = sum(&[lord, base.clone(), base.clone(), base.clone(), base, guardian, elite.clone(), elite]);
        assert_eq!((sum.gained, sum.left()), (8, 5));
        assert_eq!(sum.paid.iter().filter(|paid| **paid > 0).collect::<Vec<_>>(), [&1, &2]);
    }

    #[test]
    fn the_dearest_units_join_for_free_even_if_others_have_to_change_slots() {
        // The elite fits only the second slot, which the guardian would take if it came first.
        let lord = leader(5, &[(1, &[RoleKind::Guardian]), (1, &[RoleKind::Guardian, RoleKind::Elite])]);
        let sum = sum(&[lord, Role::Elite { cost: 3 }, Role::Guardian { cost: 4, leaders: 0 }]);
        assert_eq!(sum.paid, [0, 0, 0]);
    }

    #[test]
    fn guardians_let_leaders_in_and_no_unit_lets_itself_in() {
        let guardian = Role::Guardian { cost: 2, leaders: 1 };
        assert_eq!(sum(&[leader(5, &[]), leader(3, &[]), leader(2, &[]), guardian]).paid, [0, 0, 1, 2]);
        let base = Role::Base { cost: 1, slots: vec![Slots { units: 1, roles: vec![RoleKind::Base] }] };
        assert_eq!(sum(&[leader(5, &[]), base.clone()]).paid, [0, 1]);
        assert_eq!(sum(&[leader(5, &[]), base.clone(), base]).paid, [0, 0, 0]);
    }

    #[test]
    fn support_units_bring_their_bonus_once_each_if_the_other_unit_is_there() {
        let support = |with| Role::Support { cost: 1, bonus: Some(Bonus { points: 2, with: Word::new(with) }) };
        assert_eq!(sum(&[leader(5, &[]), support("d"), support("z"), Role::Elite { cost: 1 }]).gained, 7);
    }

    fn role() -> impl Strategy<Value = Role> {
        let kinds = proptest::sample::subsequence(RoleKind::ALL.to_vec(), 1..3);
        let slots = proptest::collection::vec((1_u8..3, kinds).prop_map(|(units, roles)| Slots { units, roles }), 0..3);
        prop_oneof![
            (0_u8..9, slots.clone()).prop_map(|(points, slots)| Role::Leader { points, slots, cost: None }),
            (1_u8..4, slots).prop_map(|(cost, slots)| Role::Base { cost, slots }),
            (1_u8..4, 0_u8..3).prop_map(|(cost, leaders)| Role::Guardian { cost, leaders }),
            (1_u8..4).prop_map(|cost| Role::Elite { cost }),
            (1_u8..4).prop_map(|cost| Role::Fly { cost }),
        ]
    }

    /// The least that the units from one on have to pay, by trying everything.
    fn least(from: usize, members: &[Member<'_>], costs: &[i32], slots: &mut Vec<(usize, Vec<RoleKind>)>) -> i32 {
        let Some(member) = members.get(from) else { return 0 };
        let mut best = costs[from] + least(from + 1, members, costs, slots);
        for at in 0..slots.len() {
            if slots[at].0 != from && slots[at].1.contains(&member.role.kind()) {
                let slot = slots.remove(at);
                best = best.min(least(from + 1, members, costs, slots));
                slots.insert(at, slot);
            }
        }
        best
    }

    proptest! {
        #[test]
        fn no_other_choice_of_who_joins_for_free_is_cheaper(roles in proptest::collection::vec(role(), 1..6)) {
            let members: Vec<Member<'_>> =
                roles.iter().map(|role| Member { id: Word::new("x"), role }).collect();
            let mut costs: Vec<i32> = members.iter().map(|member| cost(member, 1)).collect();
            costs[0] = 0;
            let mut slots: Vec<(usize, Vec<RoleKind>)> = Vec::new();
            for (of, role) in roles.iter().enumerate() {
                for group in role.slots() {
                    slots.extend((0..group.units).map(|_| (of, group.roles.clone())));
                }
            }
            slots.truncate(6);
            prop_assume!(slots.len() < 6);
            let paid: i32 = Sum::of(&members, Some(0), 1).paid.iter().sum();
            prop_assert_eq!(paid, least(0, &members, &costs, &mut slots));
        }
    }
}
