/** Calls `deleteSome`, which returns how many rows it deleted, until a batch is not full, or the process is to stop. */
export async function deleteInBatches(
  signal: AbortSignal,
  batchSize: number,
  deleteSome: (limit: number) => Promise<number>,
): Promise<void> {
  let deleted = batchSize;
  while (deleted === batchSize && !signal.aborted) deleted = await deleteSome(batchSize);
}
