/**
 * Processor time in ms that this process spends until the work is done, all its threads together: on a busy machine the
 * wall clock would measure the neighbours.
 */
export async function processorTimeOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
