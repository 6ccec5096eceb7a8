/** The contents of a JSON array, item by item. */
export async function* jsonItems(items: AsyncIterable<object>): AsyncIterable<string> {
  let separator = '';
  for await (const item of items) {
    yield separator + JSON.stringify(item);
    separator = ',\n';
  }
}
