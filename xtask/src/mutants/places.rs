//! Where mutants stand in the code, and what the code there becomes so that one of them can be chosen when it runs.
//!
//! A node of the syntax is written once, and its operands with it, however many mutants it has: `a < b` becomes a match on
//! references to `a` and `b` with an arm for the code as it is and one for each mutant. So nested nodes do not multiply.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{
    Arm, BinOp, Block, Expr, ExprBinary, ExprMatch, ExprStruct, ExprUnary, FieldValue, ImplItemFn, ItemFn, Pat,
    Signature,
};

use super::list::{Genre, Mutant};

/// A part of what a node becomes.
#[derive(Clone, Debug)]
pub(super) enum Piece {
    /// New text.
    Text(String),
    /// These bytes of the file, themselves rewritten.
    Source(Range<usize>),
    /// What stands there when a mutant is chosen. If this does not compile, the mutant does not.
    Mutant(u32, Vec<Piece>),
}

/// What a node becomes.
#[derive(Clone, Debug)]
pub(super) struct Rewrite {
    /// The bytes that are replaced.
    pub(super) range: Range<usize>,
    /// What they are replaced with.
    pub(super) pieces: Vec<Piece>,
    /// The mutants that stand there.
    pub(super) mutants: BTreeSet<u32>,
}

/// What is to be done to a file.
#[derive(Debug, Default)]
pub(super) struct Places {
    /// The nodes that are rewritten: outer ones before those inside, otherwise in the order of the file.
    pub(super) rewrites: Vec<Rewrite>,
    /// Mutants that cannot compile, wherever they are put.
    pub(super) hopeless: BTreeSet<u32>,
}

/// Finds the places of mutants, given with their numbers, in the text of a file. A function that is `const` cannot choose:
/// unless `const` must be kept, the word is taken away.
pub(super) fn find(text: &str, mutants: &[(u32, &Mutant)], keep_const: bool) -> syn::Result<Places> {
    let mut at: BTreeMap<(Genre, usize), Vec<(u32, String)>> = BTreeMap::new();
    for (number, mutant) in mutants {
        let replacement = (*number, mutant.replacement.clone());
        at.entry((mutant.genre, mutant.range.start)).or_default().push(replacement);
    }
    let file = syn::parse_file(text)?;
    let mut finder = Finder { text, at, keep_const, places: Places::default() };
    finder.visit_file(&file);
    Ok(finder.places)
}

struct Finder<'t> {
    text: &'t str,
    /// Numbers and replacements, by kind and by the first byte.
    at: BTreeMap<(Genre, usize), Vec<(u32, String)>>,
    keep_const: bool,
    places: Places,
}

type Replacements = Vec<(u32, String)>;

impl Finder<'_> {
    /// The mutants of a kind that begin here.
    fn take(&mut self, genre: Genre, start: usize) -> Option<Replacements> {
        self.at.remove(&(genre, start))
    }

    fn rewrite(&mut self, range: Range<usize>, mutants: &Replacements, pieces: Vec<Piece>) {
        let mutants = mutants.iter().map(|(number, _)| *number).collect();
        self.places.rewrites.push(Rewrite { range, pieces, mutants });
    }

    fn function(&mut self, signature: &Signature, block: &Block, walk: impl FnOnce(&mut Self)) {
        let before = self.places.rewrites.len();
        let constant = signature.constness.map(|token| token.span().byte_range());
        if constant.is_some() && self.keep_const {
            return;
        }
        let first = block.stmts.first().map(|statement| bytes(statement).start);
        if let Some((start, mutants)) = first.and_then(|start| Some((start, self.take(Genre::FnValue, start)?))) {
            let end = block.stmts.last().map_or(start, |statement| bytes(statement).end);
            match &signature.output {
                syn::ReturnType::Type(_, returned) if matches!(**returned, syn::Type::ImplTrait(_)) => {
                    self.rewrite(start..end, &mutants, some_iterator(start..end, &mutants));
                }
                _ => self.rewrite(start..start, &mutants, early_return(&mutants)),
            }
        }
        walk(self);
        if let Some(range) = constant
            && self.places.rewrites.len() > before
        {
            let nothing = Rewrite { range, pieces: Vec::new(), mutants: BTreeSet::new() };
            self.places.rewrites.insert(before, nothing);
        }
    }

    fn field(&mut self, of: &ExprStruct, field: &FieldValue) {
        let range = bytes(field);
        let Some(base) = &of.rest else { return };
        let Some(mutants) = self.take(Genre::StructField, range.start) else { return };
        let Some((number, _)) = mutants.first() else { return };
        let name = self.text[bytes(&field.member)].to_owned();
        // A place keeps what is not taken from it; of a value nothing else would be left.
        let taken = match **base {
            Expr::Path(_) | Expr::Field(_) | Expr::Unary(_) => vec![text("("), source(base), text(")")],
            _ => vec![text("("), source(&of.path), text(" { .."), source(base), text(" })")],
        };
        let taken = [taken, vec![text(format!(".{name}"))]].concat();
        let pieces = choose(vec![source(&field.expr)], vec![(*number, taken)]);
        self.rewrite(range, &mutants, [vec![text(format!("{name}: "))], pieces].concat());
    }

    fn guard(&mut self, guard: &Expr) {
        let range = bytes(guard);
        let Some(mutants) = self.take(Genre::MatchArmGuard, range.start) else { return };
        if !has_let(guard) {
            let others = mutants.iter().map(|(number, with)| (*number, vec![text(with)])).collect();
            self.rewrite(range.clone(), &mutants, choose(vec![Piece::Source(range)], others));
        } else if let Some(never) = mutants.iter().find(|(_, with)| with == "false").cloned() {
            // Where the guard binds names, only the one that never holds can stand beside it.
            let not = text(format!("!crate::chosen_mutant::is({}) && ", never.0));
            self.rewrite(range.clone(), &vec![never], vec![not, Piece::Source(range)]);
        }
    }
}

impl<'a> Visit<'a> for Finder<'_> {
    fn visit_item_fn(&mut self, item: &'a ItemFn) {
        self.function(&item.sig, &item.block, |finder| visit::visit_item_fn(finder, item));
    }

    fn visit_impl_item_fn(&mut self, item: &'a ImplItemFn) {
        self.function(&item.sig, &item.block, |finder| visit::visit_impl_item_fn(finder, item));
    }

    fn visit_trait_item_fn(&mut self, item: &'a syn::TraitItemFn) {
        if let Some(block) = &item.default {
            self.function(&item.sig, block, |finder| visit::visit_trait_item_fn(finder, item));
        }
    }

    fn visit_expr_binary(&mut self, node: &'a ExprBinary) {
        if let Some(mutants) = self.take(Genre::BinaryOperator, bytes(&node.op).start) {
            let logical = matches!(node.op, BinOp::And(_) | BinOp::Or(_));
            if logical && (has_let(&node.left) || has_let(&node.right)) {
                // What a chain binds is bound only where all of it holds, so there is no `||` in one.
                self.places.hopeless.extend(mutants.iter().map(|(number, _)| number));
            } else {
                let pieces = if logical { either_or(node, &mutants) } else { operation(node, self.text, &mutants) };
                self.rewrite(bytes(node), &mutants, pieces);
            }
        }
        visit::visit_expr_binary(self, node);
    }

    fn visit_expr_unary(&mut self, node: &'a ExprUnary) {
        if let Some(mutants) = self.take(Genre::UnaryOperator, bytes(&node.op).start) {
            let operator = &self.text[bytes(&node.op)];
            let others =
                mutants.iter().map(|(number, with)| (*number, vec![text(format!("{with} mutant_of"))])).collect();
            let chosen = choose(vec![text(format!("{operator} mutant_of"))], others);
            let pieces =
                [vec![text("(match ("), source(&node.expr), text(") { mutant_of => ")], chosen, vec![text(" })")]];
            self.rewrite(bytes(node), &mutants, pieces.concat());
        }
        visit::visit_expr_unary(self, node);
    }

    fn visit_expr_match(&mut self, node: &'a ExprMatch) {
        let arms = node.arms.iter().filter_map(|arm| self.at.get(&(Genre::MatchArm, bytes(arm).start)));
        let arms: Replacements = arms.flatten().cloned().collect();
        if !arms.is_empty() {
            // Nothing is rewritten here; but if cases are missing without these arms, the compiler will point at this.
            self.rewrite(bytes(&node.expr), &arms, vec![source(&node.expr)]);
        }
        visit::visit_expr_match(self, node);
    }

    fn visit_arm(&mut self, arm: &'a Arm) {
        if let Some(mutants) = self.take(Genre::MatchArm, bytes(arm).start)
            && let Some((number, _)) = mutants.first()
        {
            let end = bytes(&arm.pat).end;
            let not = format!(" if !crate::chosen_mutant::is({number})");
            self.rewrite(end..end, &mutants, vec![text(not)]);
        }
        if let Pat::Guard(pattern) = &arm.pat {
            self.guard(&pattern.guard);
        }
        visit::visit_arm(self, arm);
    }

    fn visit_expr_struct(&mut self, node: &'a ExprStruct) {
        for field in &node.fields {
            self.field(node, field);
            self.visit_field_value(field);
        }
        if let Some(base) = &node.rest {
            self.visit_expr(base);
        }
    }
}

fn bytes(node: &impl Spanned) -> Range<usize> {
    node.span().byte_range()
}

fn text(text: impl Into<String>) -> Piece {
    Piece::Text(text.into())
}

fn source(node: &impl Spanned) -> Piece {
    Piece::Source(bytes(node))
}

/// Whether an expression is a chain of conditions that binds names.
fn has_let(expression: &Expr) -> bool {
    match expression {
        Expr::Let(_) => true,
        Expr::Binary(node) => matches!(node.op, BinOp::And(_)) && (has_let(&node.left) || has_let(&node.right)),
        _ => false,
    }
}

/// An expression that is the first unless one of the mutants is chosen.
fn choose(first: Vec<Piece>, mutants: Vec<(u32, Vec<Piece>)>) -> Vec<Piece> {
    let numbers: Vec<String> = mutants.iter().map(|(number, _)| number.to_string()).collect();
    // The code as it is comes first: then errors about types are found where a mutant stands.
    let mut pieces = vec![text(format!("(match crate::chosen_mutant::one_of(&[{}]) {{ 0 => ", numbers.join(", ")))];
    pieces.extend(first);
    for (number, mutant) in mutants {
        pieces.extend([text(format!(", {number} => ")), Piece::Mutant(number, mutant)]);
    }
    pieces.push(text(", _ => unreachable!() })"));
    pieces
}

fn early_return(mutants: &Replacements) -> Vec<Piece> {
    let others = mutants.iter().map(|(number, with)| (*number, vec![text(format!("return {with}"))])).collect();
    [choose(vec![text("{}")], others), vec![text("; ")]].concat()
}

/// The body of a function that returns some iterator: all that may be returned must be of one type.
fn some_iterator(body: Range<usize>, mutants: &Replacements) -> Vec<Piece> {
    const EITHER: &str = "crate::chosen_mutant::Either";
    let one = |(at, (number, with)): (usize, &(u32, String))| {
        let inner = if at + 1 == mutants.len() { with.clone() } else { format!("{EITHER}::Left({with})") };
        let outer = format!("{EITHER}::Right(").repeat(at + 1);
        (*number, vec![text(format!("{outer}{inner}{}", ")".repeat(at + 1)))])
    };
    let others = mutants.iter().enumerate().map(one).collect();
    choose(vec![text(format!("{EITHER}::Left({{ ")), Piece::Source(body), text(" })")], others)
}

/// `a && b` that can be `a || b`, or the other way round: each looks at `b` only for one value of `a`.
fn either_or(node: &ExprBinary, mutants: &Replacements) -> Vec<Piece> {
    let Some((number, _)) = mutants.first() else { return vec![source(node)] };
    let same = if matches!(node.op, BinOp::And(_)) { "!=" } else { "==" };
    vec![
        text("({ let mutant_left: bool = "),
        source(&node.left),
        text(format!("; if mutant_left {same} crate::chosen_mutant::is({number}) {{ ")),
        source(&node.right),
        text(" } else { mutant_left } })"),
    ]
}

/// A comparison, an arithmetic operation or one that assigns.
fn operation(node: &ExprBinary, code: &str, mutants: &Replacements) -> Vec<Piece> {
    let operator = &code[bytes(&node.op)];
    let [left, right] = [&node.left, &node.right].map(source);
    let choice = |first: Piece, last: &str| {
        let with = |operator: &str| vec![first.clone(), text(format!(" {operator} {last}"))];
        choose(with(operator), mutants.iter().map(|(number, other)| (*number, with(other))).collect())
    };
    let (before, choice) = match node.op {
        BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_) => {
            let before =
                vec![text("(match (&("), left, text("), &("), right, text(")) { (mutant_left, mutant_right) => ")];
            (before, choice(text("*mutant_left"), "*mutant_right"))
        }
        BinOp::Add(_)
        | BinOp::Sub(_)
        | BinOp::Mul(_)
        | BinOp::Div(_)
        | BinOp::Rem(_)
        | BinOp::BitXor(_)
        | BinOp::BitAnd(_)
        | BinOp::BitOr(_)
        | BinOp::Shl(_)
        | BinOp::Shr(_) => {
            let before = vec![text("(match ("), left, text(", "), right, text(") { (mutant_left, mutant_right) => ")];
            (before, choice(text("mutant_left"), "mutant_right"))
        }
        // What is assigned comes first, as it does for numbers; to borrow the place before that would forbid to read it.
        _ => {
            let before = vec![text("(match ("), right, text(") { mutant_right => ")];
            (before, choice(left, "mutant_right"))
        }
    };
    [before, choice, vec![text(" })")]].concat()
}
