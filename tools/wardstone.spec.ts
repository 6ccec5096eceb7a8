import { PassThrough } from 'node:stream';
import { main } from './wardstone';

describe('the help of wardstone', () => {
  it('says which options must be given', async () => {
    const output = new PassThrough();
    expect(await main(['account', 'token', 'add', '--help'], output)).toBe(0);
    const said = String(output.read());
    expect(said).toMatch(/^ {2}--name <text> +what it is for \(required\)$/m);
    expect(said).not.toMatch(/--expires .*\(required\)/);
  });
});
