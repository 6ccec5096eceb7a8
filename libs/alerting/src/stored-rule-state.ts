import type { Remembered } from './condition-test';
import { type DefinitionState, type EngineDefinition, isAtRest, type Memory, type Timer } from './evaluate';
import type { Streak } from './dampening';

/** Pending state of a definition, stored as JSON. */
export interface StoredState {
  pending: [conditionId: number, value: string, atMs: number][];
  streak: Streak;
  timers: Timer[];
  /** Absent for none. */
  holding?: number[];
}

export type StoredStates = Record<string, StoredState>;
export type StoredMemory = Record<string, Remembered>;

export function readStates(stored: StoredStates): Map<number, DefinitionState> {
  return new Map(
    Object.entries(stored).map(([id, { pending, streak, timers, holding }]) => [
      Number(id),
      {
        pending: new Map(pending.map(([condition, value, atMs]) => [condition, { value, atMs }])),
        streak,
        timers,
        holding: new Set(holding),
      },
    ]),
  );
}

/** Writes only the states of existing definitions that are pending. */
export function writeStates(
  states: ReadonlyMap<number, DefinitionState>,
  definitions: readonly EngineDefinition[],
): StoredStates {
  const stored: StoredStates = {};
  for (const { id } of definitions) {
    const state = states.get(id);
    if (!state || isAtRest(state)) continue;
    const pending = [...state.pending].map(([condition, { value, atMs }]) => [condition, value, atMs] as const);
    stored[id] = {
      pending: pending.map((entry) => [...entry]),
      streak: state.streak,
      timers: [...state.timers],
      ...(state.holding.size > 0 && { holding: [...state.holding] }),
    };
  }
  return stored;
}

export function readMemory(stored: StoredMemory): Memory {
  return new Map(Object.entries(stored).map(([id, seen]) => [Number(id), seen]));
}

export function writeMemory(memory: Memory, definitions: readonly EngineDefinition[]): StoredMemory {
  if (memory.size === 0) return {};
  const ids = definitions.flatMap(({ conditions }) => conditions.map(({ condition }) => condition.id));
  return Object.fromEntries(ids.filter((id) => memory.has(id)).map((id) => [id, memory.get(id)]));
}
