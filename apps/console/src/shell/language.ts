/**
 * Without a configured language, browsers report tags such as `en-US@posix`, which `Intl` refuses and libraries use on
 * loading; they are replaced with English.
 */
export function guardLanguage(navigator: Pick<Navigator, 'language'>): void {
  try {
    Intl.getCanonicalLocales(navigator.language);
  } catch {
    Object.defineProperty(navigator, 'language', { value: 'en', configurable: true });
  }
}
