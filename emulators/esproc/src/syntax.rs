//! Expressions: from characters to a syntax tree.

mod lexer;
mod parser;
mod tree;

pub(crate) use lexer::is_in_names;
pub(crate) use parser::{Parser, arguments, cell_name, expression, member_of_name};
pub(crate) use tree::{
    Argument, Call, INFIX, Infix, Literal, Member, Node, Prefix, Tree, field_of,
};
