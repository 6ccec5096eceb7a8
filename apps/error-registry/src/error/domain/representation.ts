/** An answer ready to be sent: text and the headers that belong to it. */
export interface Representation {
  status: 200 | 201;
  text: string;
  headers: Readonly<Record<string, string>>;
}
