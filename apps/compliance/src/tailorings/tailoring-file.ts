/** A file for download. */
export class TailoringFile {
  constructor(
    readonly mediaType: string,
    readonly name: string,
    readonly text: string,
  ) {}
}
