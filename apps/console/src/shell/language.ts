/**
 * Systems without a language have browsers report tags such as `en-US@posix`, which `Intl` refuses and libraries take as
 * given when they are loaded: English stands for those.
 */
export function guardLanguage(navigator: Pick<Navigator, 'language'>): void {
  try {
    Intl.getCanonicalLocales(navigator.language);
  } catch {
    Object.defineProperty(navigator, 'language', { value: 'en', configurable: true });
  }
}
