import { judgeQuorum } from './judge-quorum';

describe('a quorum', () => {
  it.each([
    // Two agents.
    [{ up: 2, down: 0, unknown: 0 }, undefined, 'UP'],
    [{ up: 1, down: 1, unknown: 0 }, undefined, 'UP'],
    [{ up: 1, down: 1, unknown: 0 }, 1, 'DOWN'],
    [{ up: 0, down: 2, unknown: 0 }, undefined, 'DOWN'],
    [{ up: 0, down: 1, unknown: 1 }, undefined, 'UNKNOWN'],
    [{ up: 1, down: 0, unknown: 1 }, undefined, 'UNKNOWN'],
    // Three agents.
    [{ up: 2, down: 1, unknown: 0 }, undefined, 'UP'],
    [{ up: 1, down: 2, unknown: 0 }, undefined, 'DOWN'],
    [{ up: 1, down: 2, unknown: 0 }, 3, 'UP'],
    [{ up: 0, down: 3, unknown: 0 }, 3, 'DOWN'],
    [{ up: 1, down: 1, unknown: 1 }, undefined, 'UP'],
    [{ up: 0, down: 2, unknown: 1 }, undefined, 'DOWN'],
    [{ up: 0, down: 2, unknown: 1 }, 3, 'UNKNOWN'],
    [{ up: 0, down: 1, unknown: 2 }, undefined, 'UNKNOWN'],
    [{ up: 0, down: 1, unknown: 2 }, 1, 'DOWN'],
    // Resources that are gone do not count.
    [{ up: 0, down: 1, unknown: 0 }, 3, 'DOWN'],
    [{ up: 0, down: 0, unknown: 0 }, undefined, 'UNKNOWN'],
  ] as const)('of %j with %s needed is %s', (votes, needed, availability) => {
    expect(judgeQuorum(votes, needed)).toBe(availability);
  });
});
