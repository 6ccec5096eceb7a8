import { eventually } from './eventually';

describe('eventually', () => {
  it('returns the first truthy outcome, after any error', async () => {
    let calls = 0;
    const outcome = await eventually(
      'the third call',
      () => {
        calls += 1;
        if (calls === 1) throw new Error('away');
        return calls === 3 && { calls };
      },
      { everyMs: 1 },
    );

    expect(outcome).toEqual({ calls: 3 });
  });

  it('fails with the expectation, and with the last error as its cause', async () => {
    const away = new Error('away');

    await expect(eventually('a value', () => Promise.reject(away), { everyMs: 1, withinMs: 20 })).rejects.toThrow(
      expect.objectContaining({ message: 'waited 20 ms in vain for: a value', cause: away }),
    );
    await expect(eventually('a value', () => false, { everyMs: 1, withinMs: 20 })).rejects.toThrow('a value');
  });
});
