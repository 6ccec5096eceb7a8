/**
 * Calls `work` for all items together; if it fails, for each half, down to the items that fail on their own.
 * @param failed called for each of these; if it throws, nothing more is done
 */
export async function doInHalves<T>(
  items: readonly T[],
  work: (some: readonly T[]) => Promise<void>,
  failed: (item: T, error: unknown) => Promise<void>,
): Promise<void> {
  if (items.length === 0) return;
  try {
    return await work(items);
  } catch (error) {
    if (items.length === 1) return failed(items[0]!, error);
  }
  const middle = items.length >> 1;
  for (const half of [items.slice(0, middle), items.slice(middle)]) await doInHalves(half, work, failed);
}
