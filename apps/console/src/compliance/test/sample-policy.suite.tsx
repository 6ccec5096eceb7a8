import { commonestMajor } from '../sample-policy';

describe('the systems of the sample policy', () => {
  it('are those with the most common major version', () => {
    const [nine, eight, other] = [9, 8, 9].map((os_major_version, id) => ({ id, os_major_version }));

    expect(commonestMajor([eight!, nine!, other!])).toEqual([9, [nine, other]]);
    expect(commonestMajor([])).toEqual([12, []]);
  });
});
