import { differs } from './unsaved';

describe('a form', () => {
  const initial = { name: 'a', steps: [{ minutes: '5' }] };

  it('is unchanged when it says what it began with, also once it was typed back or stored', () => {
    expect(differs(initial, initial)).toBe(false);
    expect(differs({ ...initial, steps: [{ minutes: '5' }] }, initial)).toBe(false);
  });

  it('is changed by any value in it', () => {
    expect(differs({ ...initial, name: 'b' }, initial)).toBe(true);
    expect(differs({ ...initial, steps: [{ minutes: '6' }] }, initial)).toBe(true);
  });
});
