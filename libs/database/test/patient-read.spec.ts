import { readPatiently } from '../src';

const noConnection = (): Error => new Error('timeout exceeded when trying to connect');

describe('a patient read', () => {
  it('is repeated until a connection comes free', async () => {
    let attempts = 0;
    const read = (): Promise<number> => (++attempts < 3 ? Promise.reject(noConnection()) : Promise.resolve(attempts));
    expect(await readPatiently(read, new AbortController().signal)).toBe(3);
  });

  it('fails with any other error of the read', async () => {
    const read = (): Promise<number> => Promise.reject(new Error('syntax error'));
    await expect(readPatiently(read, new AbortController().signal)).rejects.toThrow('syntax error');
  });

  it('ends when its client disconnects', async () => {
    const client = new AbortController();
    const read = (): Promise<number> => {
      client.abort(new Error('left'));
      return Promise.reject(noConnection());
    };
    await expect(readPatiently(read, client.signal)).rejects.toThrow('left');
  });
});
