//! Machines as trait objects, known only by their contract.

use std::fmt;
use std::sync::Arc;

use crate::follow::{Follow, FollowSlot};
use crate::native::{Library, Node};
use crate::{
    Counts, DeferredEvent, Engine, Fault, Host, Image, InstructionCount, Load, LoadError, Machine,
    Observer, Picture, Role, Spec, Stop, Store,
};

/// Any machine; the engine is chosen as for the machine itself.
///
/// An observer costs one indirect call per event, and nothing if it needs no events.
pub struct AnyMachine(Box<dyn DynMachine>);

impl AnyMachine {
    /// Wraps a machine.
    #[must_use]
    pub fn new(machine: impl Machine + Clone + Send + 'static) -> Self {
        AnyMachine(Box::new(machine))
    }
}

/// The name and the program counter: text for each field of each machine would be 5 % of a page's module.
impl fmt::Debug for AnyMachine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct(self.0.spec().name);
        shown.field("pc", &self.0.pc()).finish_non_exhaustive()
    }
}

impl Clone for AnyMachine {
    fn clone(&self) -> Self {
        AnyMachine(self.0.copy())
    }
}

/// [`Machine`] without generic methods, so that it can be a trait object.
trait DynMachine: Send {
    fn copy(&self) -> Box<dyn DynMachine>;
    /// As [`Machine::run`] with an observer that needs no events.
    fn run_unobserved(&mut self, host: &mut Host, budget_instrs: u64) -> Stop;
    fn run_observed(
        &mut self,
        host: &mut Host,
        budget_instrs: u64,
        observer: DynObserver<'_>,
    ) -> Stop;
    fn spec(&self) -> &'static Spec;
    fn load(&mut self, image: &Image) -> Result<(), LoadError>;
    fn counts(&self) -> Counts;
    fn attempted(&self) -> u64;
    fn executed(&self) -> Vec<InstructionCount>;
    fn pc(&self) -> u64;
    fn registers(&self) -> Vec<(&'static str, u64)>;
    fn register(&self, name: &str) -> Option<u64>;
    fn peek(&self, address: u64) -> Option<u64>;
    fn disassemble(&self, address: u64) -> Option<String>;
    fn role(&self, address: u64) -> Option<Role>;
    fn recorded(&self, address: u64) -> Option<Box<[Node]>>;
    fn set_pc(&mut self, address: u64);
    fn set_register(&mut self, name: &str, value: u64) -> bool;
    fn poke(&mut self, address: u64, unit: u64) -> bool;
    fn poke_all(&mut self, address: u64, units: &[u64]) -> bool;
    fn watch(&mut self, start: u64, end: u64);
    fn advice(&self, fault: &Fault) -> Option<String>;
    fn remarks(&self, still_running: bool) -> Vec<String>;
    fn open_files(&self) -> Vec<Vec<u8>>;
    fn picture(&self) -> Option<Picture>;
    fn value(&self, name: &str) -> Option<String>;
    fn run_followed(&mut self, host: &mut Host, budget: u64, follow: &mut Follow) -> Option<Stop>;
    fn slot(&self, name: &str) -> Option<u8>;
    fn set_engine(&mut self, engine: Engine, library: Option<&Arc<Library>>);
}

impl<M: Machine + Clone + Send + 'static> DynMachine for M {
    fn copy(&self) -> Box<dyn DynMachine> {
        Box::new(self.clone())
    }

    fn run_unobserved(&mut self, host: &mut Host, budget_instrs: u64) -> Stop {
        self.run(host, budget_instrs, &mut ())
    }

    fn run_observed(
        &mut self,
        host: &mut Host,
        budget_instrs: u64,
        observer: DynObserver<'_>,
    ) -> Stop {
        let DynObserver { marks, stores, loads, hooks } = observer;
        match (marks, stores) {
            // Loads are reported by the careful engine only, so the other hooks cost nothing more.
            _ if loads => {
                self.run(host, budget_instrs, &mut ObserverAdapter::<true, true, true>(hooks))
            }
            (true, true) => {
                self.run(host, budget_instrs, &mut ObserverAdapter::<true, true, false>(hooks))
            }
            (true, false) => {
                self.run(host, budget_instrs, &mut ObserverAdapter::<true, false, false>(hooks))
            }
            (false, _) => {
                self.run(host, budget_instrs, &mut ObserverAdapter::<false, true, false>(hooks))
            }
        }
    }

    fn spec(&self) -> &'static Spec {
        Machine::spec(self)
    }

    fn load(&mut self, image: &Image) -> Result<(), LoadError> {
        Machine::load(self, image)
    }

    fn counts(&self) -> Counts {
        Machine::counts(self)
    }

    fn attempted(&self) -> u64 {
        Machine::attempted(self)
    }

    fn executed(&self) -> Vec<InstructionCount> {
        Machine::executed(self)
    }

    fn pc(&self) -> u64 {
        Machine::pc(self)
    }

    fn registers(&self) -> Vec<(&'static str, u64)> {
        Machine::registers(self)
    }

    fn register(&self, name: &str) -> Option<u64> {
        Machine::register(self, name)
    }

    fn peek(&self, address: u64) -> Option<u64> {
        Machine::peek(self, address)
    }

    fn disassemble(&self, address: u64) -> Option<String> {
        Machine::disassemble(self, address)
    }

    fn role(&self, address: u64) -> Option<Role> {
        Machine::role(self, address)
    }

    fn recorded(&self, address: u64) -> Option<Box<[Node]>> {
        Machine::recorded(self, address)
    }

    fn set_pc(&mut self, address: u64) {
        Machine::set_pc(self, address);
    }

    fn set_register(&mut self, name: &str, value: u64) -> bool {
        Machine::set_register(self, name, value)
    }

    fn poke(&mut self, address: u64, unit: u64) -> bool {
        Machine::poke(self, address, unit)
    }

    fn poke_all(&mut self, address: u64, units: &[u64]) -> bool {
        Machine::poke_all(self, address, units)
    }

    fn watch(&mut self, start: u64, end: u64) {
        Machine::watch(self, start, end);
    }

    fn advice(&self, fault: &Fault) -> Option<String> {
        Machine::advice(self, fault)
    }

    fn remarks(&self, still_running: bool) -> Vec<String> {
        Machine::remarks(self, still_running)
    }

    fn open_files(&self) -> Vec<Vec<u8>> {
        Machine::open_files(self)
    }

    fn picture(&self) -> Option<Picture> {
        Machine::picture(self)
    }

    fn value(&self, name: &str) -> Option<String> {
        Machine::value(self, name)
    }

    fn run_followed(&mut self, host: &mut Host, budget: u64, follow: &mut Follow) -> Option<Stop> {
        FollowSlot::is_enabled().then(|| Machine::run_followed(self, host, budget, follow))?
    }

    fn slot(&self, name: &str) -> Option<u8> {
        Machine::slot(self, name)
    }

    fn set_engine(&mut self, engine: Engine, library: Option<&Arc<Library>>) {
        Machine::set_engine(self, engine, library);
    }
}

impl Machine for AnyMachine {
    fn spec(&self) -> &'static Spec {
        self.0.spec()
    }

    fn load(&mut self, image: &Image) -> Result<(), LoadError> {
        self.0.load(image)
    }

    fn run<O: Observer>(&mut self, host: &mut Host, budget_instrs: u64, observer: &mut O) -> Stop {
        if O::MARKS || O::STORES || O::LOADS {
            let (marks, stores, loads) = (O::MARKS, O::STORES, O::LOADS);
            let observer = DynObserver { marks, stores, loads, hooks: observer };
            self.0.run_observed(host, budget_instrs, observer)
        } else {
            self.0.run_unobserved(host, budget_instrs)
        }
    }

    fn counts(&self) -> Counts {
        self.0.counts()
    }

    fn attempted(&self) -> u64 {
        self.0.attempted()
    }

    fn executed(&self) -> Vec<InstructionCount> {
        self.0.executed()
    }

    fn pc(&self) -> u64 {
        self.0.pc()
    }

    fn registers(&self) -> Vec<(&'static str, u64)> {
        self.0.registers()
    }

    fn register(&self, name: &str) -> Option<u64> {
        self.0.register(name)
    }

    fn peek(&self, address: u64) -> Option<u64> {
        self.0.peek(address)
    }

    fn disassemble(&self, address: u64) -> Option<String> {
        self.0.disassemble(address)
    }

    fn role(&self, address: u64) -> Option<Role> {
        self.0.role(address)
    }

    fn recorded(&self, address: u64) -> Option<Box<[Node]>> {
        self.0.recorded(address)
    }

    fn set_pc(&mut self, address: u64) {
        self.0.set_pc(address);
    }

    fn set_register(&mut self, name: &str, value: u64) -> bool {
        self.0.set_register(name, value)
    }

    fn poke(&mut self, address: u64, unit: u64) -> bool {
        self.0.poke(address, unit)
    }

    fn poke_all(&mut self, address: u64, units: &[u64]) -> bool {
        self.0.poke_all(address, units)
    }

    fn watch(&mut self, start: u64, end: u64) {
        self.0.watch(start, end);
    }

    fn advice(&self, fault: &Fault) -> Option<String> {
        self.0.advice(fault)
    }

    fn remarks(&self, still_running: bool) -> Vec<String> {
        self.0.remarks(still_running)
    }

    fn open_files(&self) -> Vec<Vec<u8>> {
        self.0.open_files()
    }

    fn picture(&self) -> Option<Picture> {
        self.0.picture()
    }

    fn value(&self, name: &str) -> Option<String> {
        self.0.value(name)
    }

    fn run_followed(&mut self, host: &mut Host, budget: u64, follow: &mut Follow) -> Option<Stop> {
        self.0.run_followed(host, budget, follow)
    }

    fn slot(&self, name: &str) -> Option<u8> {
        self.0.slot(name)
    }

    fn set_engine(&mut self, engine: Engine, library: Option<&Arc<Library>>) {
        self.0.set_engine(engine, library);
    }
}

/// Observer as a trait object, with the hooks it needs.
struct DynObserver<'o> {
    marks: bool,
    stores: bool,
    loads: bool,
    hooks: &'o mut dyn ObserverHooks,
}

/// [`Observer`] without its constants.
trait ObserverHooks {
    fn is_mark(&self, address: u64) -> bool;
    fn marks_number(&self) -> u64;
    fn arrived(&mut self, address: u64);
    fn stored(&mut self, store: Store);
    fn stored_by_system(&mut self, store: Store);
    fn loaded(&mut self, load: Load);
    fn pauses(&self) -> bool;
    fn may_pause(&self) -> bool;
    fn events(&mut self, all: &[DeferredEvent]);
}

impl<O: Observer> ObserverHooks for O {
    fn is_mark(&self, address: u64) -> bool {
        Observer::is_mark(self, address)
    }

    fn marks_number(&self) -> u64 {
        Observer::marks_number(self)
    }

    fn arrived(&mut self, address: u64) {
        Observer::arrived(self, address);
    }

    fn stored(&mut self, store: Store) {
        Observer::stored(self, store);
    }

    fn stored_by_system(&mut self, store: Store) {
        Observer::stored_by_system(self, store);
    }

    fn loaded(&mut self, load: Load) {
        Observer::loaded(self, load);
    }

    fn pauses(&self) -> bool {
        Observer::pauses(self)
    }

    fn may_pause(&self) -> bool {
        Observer::may_pause(self)
    }

    fn events(&mut self, all: &[DeferredEvent]) {
        Observer::events(self, all);
    }
}

/// Restores the constants of an observer that is used as a trait object.
struct ObserverAdapter<'o, const MARKS: bool, const STORES: bool, const LOADS: bool>(
    &'o mut dyn ObserverHooks,
);

impl<const MARKS: bool, const STORES: bool, const LOADS: bool> Observer
    for ObserverAdapter<'_, MARKS, STORES, LOADS>
{
    const MARKS: bool = MARKS;
    const STORES: bool = STORES;
    const LOADS: bool = LOADS;

    fn is_mark(&self, address: u64) -> bool {
        self.0.is_mark(address)
    }

    fn marks_number(&self) -> u64 {
        self.0.marks_number()
    }

    fn arrived(&mut self, address: u64) {
        self.0.arrived(address);
    }

    fn stored(&mut self, store: Store) {
        self.0.stored(store);
    }

    fn stored_by_system(&mut self, store: Store) {
        self.0.stored_by_system(store);
    }

    fn loaded(&mut self, load: Load) {
        self.0.loaded(load);
    }

    fn pauses(&self) -> bool {
        self.0.pauses()
    }

    fn may_pause(&self) -> bool {
        self.0.may_pause()
    }

    fn events(&mut self, all: &[DeferredEvent]) {
        self.0.events(all);
    }
}
