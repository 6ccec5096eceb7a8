/** Number of concurrent requests. */
const WIDTH = 4;

export interface Outcome {
  done: number;
  failures: readonly Error[];
}

/**
 * Repeats a request for several records, e.g. acknowledges fifty alerts, and continues after failures.
 * @param progressed called after each request
 * @param width 1 if the order matters
 */
export async function runForEach<T>(
  things: readonly T[],
  work: (thing: T) => Promise<unknown>,
  progressed: (outcome: Outcome) => void = () => undefined,
  width = WIDTH,
): Promise<Outcome> {
  const waiting = things.values();
  const failures: Error[] = [];
  let done = 0;
  const turn = async (): Promise<void> => {
    for (const thing of waiting) {
      try {
        await work(thing);
      } catch (error) {
        failures.push(error as Error);
      }
      done += 1;
      progressed({ done, failures });
    }
  };
  await Promise.all(Array.from({ length: width }, turn));
  return { done, failures };
}
