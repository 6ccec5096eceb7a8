/** Processes items in order, with limited concurrency. */
export async function inParallel<T>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T, at: number) => Promise<unknown>,
): Promise<void> {
  const left = [...items].entries();
  const worker = async (): Promise<void> => {
    for (const [at, item] of left) await work(item, at);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
