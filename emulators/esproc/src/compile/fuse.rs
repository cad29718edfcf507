//! Fusion of steps that often follow each other.

use crate::code::Op;

/// Replaces the first of several steps by a fused step, wherever there is one.
///
/// The other steps remain: for jumps to them, and for cases that the fused step does not handle.
pub(super) fn fuse(code: &mut [Op]) {
    for at in 0..code.len() {
        if let Some(fused) = fused(&code[at..]) {
            code[at] = fused;
        }
    }
}

/// Fused step for the first of these steps and some following ones.
fn fused(steps: &[Op]) -> Option<Op> {
    Some(match *steps {
        [Op::Cell(cell), Op::Int(number), Op::Infix(infix), ..] => {
            Op::CellByInt(infix, cell, number.try_into().ok()?)
        }
        [Op::Variable(variable), Op::Int(number), Op::Infix(infix), ..] => {
            Op::VariableByInt(infix, variable, number.try_into().ok()?)
        }
        [Op::Int(number), Op::Infix(infix), ..] => Op::ByInt(infix, number.try_into().ok()?),
        [Op::Cell(cell), Op::Infix(infix), ..] => Op::ByCell(infix, cell),
        [Op::Cell(of), Op::Cell(index), Op::Member(_), ..] => Op::CellMember(of, index),
        [Op::Cell(of), Op::Cell(index), Op::SetMember(_), Op::Drop, Op::Jump(to), ..] => {
            Op::KeepMember(of, index, to)
        }
        [Op::SetCell(cell), Op::Drop, Op::Jump(to), ..] => Op::Keep(cell, to),
        [Op::SetCell(cell), Op::Unless(other), Op::Jump(to), ..] => Op::KeepUnless(cell, other, to),
        [Op::Drop, Op::Jump(to), ..] => Op::DropJump(to),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::Infix;

    #[test]
    fn only_the_first_of_several_steps_is_another() {
        let before = [
            Op::Cell(1),
            Op::Int(2),
            Op::Infix(Infix::Add),
            Op::SetCell(3),
            Op::Drop,
            Op::Jump(9),
            Op::Int(1 << 40),
            Op::Infix(Infix::Add),
        ];
        let mut after = before;
        fuse(&mut after);
        let shown = |op: &Op| format!("{op:?}");
        let changed: Vec<(usize, String)> = (0..before.len())
            .filter(|&at| shown(&before[at]) != shown(&after[at]))
            .map(|at| (at, shown(&after[at])))
            .collect();
        let expected = [
            (0, "CellByInt(Add, 1, 2)"),
            (1, "ByInt(Add, 2)"),
            (3, "Keep(3, 9)"),
            (4, "DropJump(9)"),
        ];
        assert_eq!(changed, expected.map(|(at, op)| (at, op.to_owned())));
    }
}
