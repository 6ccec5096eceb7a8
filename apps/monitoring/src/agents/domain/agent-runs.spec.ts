import { type AgentRun, identityProblem, noteRun } from './agent-runs';

const MINUTE = 60_000;

/** Calls, each as minute, run and host: "5 x a". */
function after(calls: string): AgentRun[] {
  return calls.split(', ').reduce<AgentRun[]>((runs, call) => {
    const [minute, id = '', hostname = ''] = call.split(' ');
    return noteRun(runs, { id, hostname }, Number(minute) * MINUTE);
  }, []);
}

describe('an identity', () => {
  it.each([
    ['one process', '0 x a, 5 x a, 10 x a'],
    ['a process that restarts', '0 x a, 5 x a, 6 y a, 11 y a'],
    ['one that restarts before each call', '0 x a, 5 y a, 10 z a'],
    ['a machine that is renamed', '0 x a, 5 y b'],
    ['a copy that ended long ago', '0 x a, 1 y b, 5 x a, 20 x a'],
  ])('is used by one agent: %s', (_case, calls) => {
    expect(identityProblem(after(calls))).toBeUndefined();
  });

  it.each([
    ['two machines', 'on the hosts a, b', '0 x a, 1 y b, 5 x a'],
    ['three in turn', 'on the hosts a, b, c', '0 x a, 1 y b, 2 z c, 5 x a, 6 y b'],
    ['two processes of a host', 'twice on a', '0 x a, 1 y a, 5 x a'],
  ])('is used by %s at the same time', (_case, where, calls) => {
    expect(identityProblem(after(calls))).toContain(where);
  });
});
