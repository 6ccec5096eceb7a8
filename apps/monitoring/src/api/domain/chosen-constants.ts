/**
 * Those of `constants` that a comma-separated text names, in any letter case, each once. See rule reports-1.
 *
 * Edges: blanks around items and empty items do not count; undefined when one is unknown.
 */
export function chosenConstants<C extends string>(text: string, constants: readonly C[]): C[] | undefined {
  const items = text
    .split(',')
    .map((item) => item.trim().toUpperCase())
    .filter((item) => item !== '');
  const chosen = items.map((item) => constants.find((constant) => constant.toUpperCase() === item));
  return chosen.includes(undefined) ? undefined : [...new Set(chosen as C[])];
}
