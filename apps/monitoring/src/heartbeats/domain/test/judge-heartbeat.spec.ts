import { judgeHeartbeat, type WatchedHeartbeat } from '../judge-heartbeat';

const NOW = 1_000_000_000;
const MINUTE = 60_000;
const PERIOD = 15 * MINUTE;
const pinged: WatchedHeartbeat = {
  source: 'PING',
  periodMs: PERIOD,
  startMs: NOW - MINUTE,
  heardMs: null,
  availability: 'UNKNOWN',
};
const ago = (minutes: number): number => NOW - minutes * MINUTE;
const judge = (over: Partial<WatchedHeartbeat>, watchedSinceMs = 0) =>
  judgeHeartbeat({ ...pinged, ...over }, watchedSinceMs, NOW);

describe('a heartbeat', () => {
  it('is up from the first signal, for its period', () => {
    expect(judge({ heardMs: ago(14) })).toEqual({ report: 'UP', dueMs: ago(14) + PERIOD });
    expect(judge({ heardMs: ago(14), availability: 'UP' }).report).toBeUndefined();
    expect(judge({ heardMs: NOW, availability: 'DOWN' }).report).toBe('UP');
  });

  it('is down at the end of its period, also without any signal', () => {
    expect(judge({ heardMs: ago(15), availability: 'UP' })).toEqual({ report: 'DOWN', dueMs: null });
    expect(judge({ startMs: ago(15) }).report).toBe('DOWN');
    expect(judge({ startMs: ago(14) })).toEqual({ report: undefined, dueMs: ago(14) + PERIOD });
    expect(judge({ heardMs: ago(15), availability: 'DOWN' }).report).toBeUndefined();
  });

  it('is checked each minute while it is down or unknown, unless it is pinged', () => {
    expect(judge({ source: 'METRIC', heardMs: ago(20), availability: 'DOWN' }).dueMs).toBe(NOW + MINUTE);
    expect(judge({ source: 'EVENT' }).dueMs).toBe(NOW + MINUTE);
    expect(judge({ source: 'METRIC', startMs: ago(14.5) }).dueMs).toBe(ago(14.5) + PERIOD);
    expect(judge({ startMs: ago(1) }).dueMs).toBe(ago(1) + PERIOD);
  });

  it('gets a whole period after an outage of the server, and is not UP without a signal', () => {
    expect(judge({ heardMs: ago(60), availability: 'UP' }, ago(1))).toEqual({
      report: undefined,
      dueMs: ago(1) + PERIOD,
    });
    expect(judge({ heardMs: ago(60), availability: 'DOWN' }, ago(1)).report).toBeUndefined();
    expect(judge({ heardMs: ago(60), availability: 'UP' }, ago(15)).report).toBe('DOWN');
  });

  it('stays disabled, and is checked again', () => {
    expect(judge({ heardMs: ago(60), availability: 'DISABLED' })).toEqual({ report: undefined, dueMs: NOW + MINUTE });
    expect(judge({ heardMs: ago(1), availability: 'DISABLED' }).report).toBeUndefined();
  });
});
