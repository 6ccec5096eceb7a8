/** A generated document: path in the workspace and text. */
export interface GeneratedDocument {
  file: string;
  text: string;
}
