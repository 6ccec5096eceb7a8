import { differs } from './unsaved';

describe('a form', () => {
  const initial = { name: 'a', steps: [{ minutes: '5' }] };

  it('is unchanged while it has its initial values, also once they were typed back or stored', () => {
    expect(differs(initial, initial)).toBe(false);
    expect(differs({ ...initial, steps: [{ minutes: '5' }] }, initial)).toBe(false);
  });

  it('is changed by any value in it', () => {
    expect(differs({ ...initial, name: 'b' }, initial)).toBe(true);
    expect(differs({ ...initial, steps: [{ minutes: '6' }] }, initial)).toBe(true);
  });
});
