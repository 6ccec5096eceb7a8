/** A score as percentage, with one decimal where it has some. Rounded down: a score just below a threshold stays below. Pure. */
export function scoreText(score: number): string {
  return `${String(Math.floor(score * 10 + 1e-9) / 10)} %`;
}
