const TOKEN = /<%\s*([^%]*?)\s*%>/g;

/**
 * A text with its tokens, such as `<% alert.name %>`, replaced; unknown ones lose their delimiters only.
 * See rule alerts-29.
 */
export function replaceTokens(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(TOKEN, (_token, name: string) => (Object.hasOwn(values, name) ? values[name]! : name));
}
