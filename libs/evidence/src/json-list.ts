/** The inside of a JSON array, an item at a time. */
export async function* jsonItems(items: AsyncIterable<object>): AsyncIterable<string> {
  let separator = '';
  for await (const item of items) {
    yield separator + JSON.stringify(item);
    separator = ',\n';
  }
}
