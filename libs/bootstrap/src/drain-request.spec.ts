import { Readable } from 'node:stream';
import { drainRequest } from './drain-request';

describe('the rest of a refused body', () => {
  let body: Readable;
  let isOver: boolean;
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    body = new Readable({ read: () => {} });
    isOver = false;
    void drainRequest(body).then(() => (isOver = true));
  });
  afterEach(() => {
    body.destroy();
    jest.useRealTimers();
  });

  const pass = async (ms: number): Promise<void> => {
    await jest.advanceTimersByTimeAsync(ms);
    await new Promise((resolve) => setImmediate(resolve));
  };
  const send = async (): Promise<void> => {
    body.push('x');
    await pass(1_500);
  };

  it('is read to its end while it comes', async () => {
    for (let n = 0; n < 5; n++) await send();
    expect(isOver).toBe(false);
    body.push(null);
    await pass(0);
    expect([isOver, body.readableEnded]).toEqual([true, true]);
  });

  it('is given up after two seconds without a byte', async () => {
    await send();
    await pass(499);
    expect(isOver).toBe(false);
    await pass(1);
    expect(isOver).toBe(true);
  });

  it('is given up after ten seconds, though it comes byte by byte', async () => {
    for (let n = 0; n < 6; n++) await send();
    expect(isOver).toBe(false);
    await send();
    expect(isOver).toBe(true);
  });
});
