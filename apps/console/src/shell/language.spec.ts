import { guardLanguage } from './language';

describe('the language of the browser', () => {
  it.each([
    ['de-CH', 'de-CH'],
    ['en-US@posix', 'en'],
    ['', 'en'],
  ])('%j is %s for the libraries', (reported, expected) => {
    const navigator = { language: reported };
    guardLanguage(navigator);
    expect(navigator.language).toBe(expected);
  });
});
