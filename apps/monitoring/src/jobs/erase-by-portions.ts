/** Calls `erase`, which answers how many it erased, until less is left than it takes at once, or the process is to stop. */
export async function eraseByPortions(
  signal: AbortSignal,
  mostAtOnce: number,
  erase: (mostAtOnce: number) => Promise<number>,
): Promise<void> {
  let erased = mostAtOnce;
  while (erased === mostAtOnce && !signal.aborted) erased = await erase(mostAtOnce);
}
