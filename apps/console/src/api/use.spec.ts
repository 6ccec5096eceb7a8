import { backgroundHeaders, followUse } from './use';

describe('requests of a page', () => {
  const listeners: Record<string, () => void> = {};
  const target = { addEventListener: (type: string, listener: () => void) => void (listeners[type] = listener) };

  beforeAll(() => followUse(target as never));

  it('are of its user for a minute after an input, and of the page itself afterwards', () => {
    for (const type of ['pointerdown', 'keydown', 'wheel', 'touchmove']) {
      listeners[type]!();
      expect(backgroundHeaders(Date.now() + 55_000)).toEqual({});
      expect(backgroundHeaders(Date.now() + 61_000)).toEqual({ 'X-Background': 'yes' });
    }
  });

  it('do not become those of its user by what the page does', () => {
    expect(Object.keys(listeners)).toEqual(['pointerdown', 'keydown', 'wheel', 'touchmove']);
  });
});
