import { backgroundHeaders, followUse } from './use';

describe('requests of a page', () => {
  const listeners: Record<string, () => void> = {};
  const target = { addEventListener: (type: string, listener: () => void) => void (listeners[type] = listener) };

  beforeAll(() => followUse(target as never));

  it('count as those of its user for a minute after an input, and as background requests afterwards', () => {
    for (const type of ['pointerdown', 'keydown', 'wheel', 'touchmove']) {
      listeners[type]!();
      expect(backgroundHeaders(Date.now() + 55_000)).toEqual({});
      expect(backgroundHeaders(Date.now() + 61_000)).toEqual({ 'X-Background': 'yes' });
    }
  });

  it('do not count as those of its user because of what its scripts do', () => {
    expect(Object.keys(listeners)).toEqual(['pointerdown', 'keydown', 'wheel', 'touchmove']);
  });
});
