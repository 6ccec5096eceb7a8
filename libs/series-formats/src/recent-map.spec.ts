import { RecentMap } from './recent-map';

describe('RecentMap', () => {
  const filled = (room: number, keys: readonly string[]) => {
    const map = new RecentMap<string, string>(room, (key) => key.length);
    for (const key of keys) map.set(key, key.toUpperCase());
    return map;
  };

  it('keeps used entries while others come and go, and drops unused ones', () => {
    const map = filled(10, ['hot', 'cold']);
    for (let n = 0; n < 100; n++) {
      map.set(`n${n % 10}`, 'N');
      expect(map.get('hot')).toBe('HOT');
    }
    expect(map.get('cold')).toBeUndefined();
  });

  it('holds no more than its limit', () => {
    const keys = Array.from({ length: 1000 }, (_, n) => String(n).padStart(3, '0'));
    const map = filled(300, keys);
    const held = keys.filter((key) => map.get(key) !== undefined);
    expect(held.length).toBeGreaterThanOrEqual(50);
    expect(held.length).toBeLessThanOrEqual(100);
  });

  it('returns the last value of a key, and none once it is deleted', () => {
    const map = filled(4, ['a', 'b']);
    map.set('a', 'again');
    map.set('cc', 'CC');
    expect(map.get('a')).toBe('again');
    map.delete('a');
    expect(map.get('a')).toBeUndefined();
  });

  it('counts a key that is set again once', () => {
    const map = filled(10, ['stays', ...Array.from({ length: 100 }, () => 'twice')]);
    expect(map.get('stays')).toBe('STAYS');
  });
});
