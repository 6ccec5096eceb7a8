const MARGIN = 48;
const FOOTER = 24;
const GAP = 8;
const COLOURS = { text: '#151515', faint: '#5a5a5a', line: '#d2d2d2', fail: '#a60000', compliant: '#3d7317' } as const;
const FONTS = { plain: 'Helvetica', bold: 'Helvetica-Bold', code: 'Courier' } as const;
/** Characters beyond Latin-1 that the standard fonts of PDF readers contain (WinAnsi). */
const MORE_LETTERS = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';
const MAX_TEXT_LENGTH = 2000;

export interface Cell {
  readonly text: string;
  readonly font?: keyof typeof FONTS;
  readonly colour?: keyof typeof COLOURS;
}

export interface Column {
  readonly name: string;
  /** Fraction of the width. */
  readonly share: number;
}

export interface ChartLine {
  readonly places: readonly (readonly [x: number, y: number])[];
  readonly colour: keyof typeof COLOURS;
  readonly isDashed?: boolean;
}

export interface ChartScale {
  readonly height: number;
  /** Label of the top of the chart; its bottom is 0. */
  readonly top: string;
  /** The first and the last day. */
  readonly days: readonly [string, string];
}

/**
 * Converts a text to a line in characters of the standard fonts: others become code points, such as `<U+4E2D>`, and
 * invisible ones are removed. The file contains no fonts.
 */
export function printable(text: string): string {
  const written = Array.from(text.normalize('NFC').slice(0, MAX_TEXT_LENGTH + 1), (letter) => {
    if (/^[ -~\u00a1-\u00ac\u00ae-\u00ff]$/.test(letter) || MORE_LETTERS.includes(letter)) return letter;
    if (/^[\s\u00a0]$/.test(letter)) return ' ';
    if (/^[\p{Cc}\p{Cf}\p{Cs}]$/u.test(letter)) return '';
    return `<U+${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}>`;
  }).join('');
  return written.length > MAX_TEXT_LENGTH ? `${written.slice(0, MAX_TEXT_LENGTH)}…` : written;
}

/** Pages of a PDF, from top to bottom. The output is taken in pieces, so that no page stays in memory. */
export class Paper {
  private pages = 0;

  private constructor(
    private readonly doc: PDFKit.PDFDocument,
    title: string,
    subject: string,
  ) {
    const footer = printable(`${title} – ${subject}`);
    this.doc.on('pageAdded', () => this.drawFooter(footer));
    this.doc.addPage();
  }

  static async begin(title: string, subject: string, madeAt: Date): Promise<Paper> {
    // Loaded with the first document, because it takes more memory than most of the service.
    const { default: PDFDocument } = await import('pdfkit');
    const doc = new PDFDocument({
      size: 'A4',
      lang: 'en',
      pdfVersion: '1.7',
      displayTitle: true,
      autoFirstPage: false,
      margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOTER },
      info: { Title: title, Subject: subject, Creator: 'Wardstone', Producer: 'Wardstone', CreationDate: madeAt },
    });
    return new Paper(doc, title, subject);
  }

  /** Returns the output so far. */
  take(): Buffer {
    return (this.doc.read() as Buffer | null) ?? Buffer.alloc(0);
  }

  end(): Buffer {
    this.doc.end();
    return this.take();
  }

  title(text: string): void {
    this.write(text, 22, FONTS.bold);
  }

  /** Starts a section that the outline lists. */
  heading(text: string): void {
    this.keep(90);
    this.doc.y += 2 * GAP;
    this.write(text, 15, FONTS.bold);
    this.doc.outline.addItem(printable(text));
  }

  subheading(text: string): void {
    this.keep(60);
    this.doc.y += GAP;
    this.write(text, 10.5, FONTS.bold);
  }

  paragraph(text: string, colour: keyof typeof COLOURS = 'text'): void {
    this.write(text, 9.5, FONTS.plain, COLOURS[colour]);
  }

  /** Adds space below a table. */
  space(): void {
    this.doc.y += GAP;
  }

  code(text: string): void {
    this.write(text, 7.5, FONTS.code, COLOURS.faint);
  }

  /** Starts a table to which rows are added one by one; its header is repeated on each page. */
  table(columns: readonly Column[]): (cells: readonly Cell[], below?: string) => void {
    const head = columns.map(({ name }): Cell => ({ text: name, font: 'bold' }));
    this.keep(60);
    this.row(columns, head);
    return (cells, below) => {
      if (this.keep(this.measureRow(columns, cells) + (below === undefined ? 0 : 14))) this.row(columns, head);
      this.row(columns, cells, below);
    };
  }

  /** Draws lines with x from 0 to `width` and y from `height` to 0, and a line at the top and at the bottom. */
  chart(lines: readonly ChartLine[], { height, top: highest, days }: ChartScale): void {
    this.keep(height + 50);
    const { doc } = this;
    const [left, top] = [MARGIN, doc.y + GAP];
    doc.lineWidth(0.5).strokeColor(COLOURS.line);
    for (const y of [top, top + height]) {
      doc
        .moveTo(left, y)
        .lineTo(left + this.width, y)
        .stroke();
    }
    doc.lineWidth(1.5);
    for (const { places, colour, isDashed = false } of lines) {
      doc.strokeColor(COLOURS[colour]);
      for (const [index, [x, y]] of places.entries()) {
        if (index === 0) doc.moveTo(left + x, top + y);
        else doc.lineTo(left + x, top + y);
      }
      if (isDashed) doc.dash(4, { space: 3 });
      doc.stroke().undash();
    }
    doc.font(FONTS.plain).fontSize(8).fillColor(COLOURS.faint);
    doc.text(highest, left, top + 2).text('0', left, top + height - 10);
    doc.text(days[0], left, top + height + 4, { width: this.width, align: 'left' });
    doc.text(days[1], left, top + height + 4, { width: this.width, align: 'right' });
    doc.x = MARGIN;
    doc.y += GAP;
  }

  get width(): number {
    return this.doc.page.width - 2 * MARGIN;
  }

  private write(text: string, size: number, font: string, colour: string = COLOURS.text): void {
    const { doc } = this;
    doc.font(font).fontSize(size).fillColor(colour);
    doc.text(printable(text), MARGIN, doc.y, { width: this.width }).moveDown(0.3);
  }

  private row(columns: readonly Column[], cells: readonly Cell[], below?: string): void {
    const { doc } = this;
    const top = doc.y + 3;
    let x = MARGIN;
    const height = this.measureRow(columns, cells);
    for (const [index, { text, font = 'plain', colour = 'text' }] of cells.entries()) {
      const width = columns[index]!.share * this.width;
      doc.font(FONTS[font]).fontSize(9).fillColor(COLOURS[colour]);
      doc.text(printable(text), x, top, { width: width - GAP });
      x += width;
    }
    doc.y = top + height - 6;
    if (below !== undefined) {
      doc.font(FONTS.code).fontSize(6.5).fillColor(COLOURS.faint);
      doc.text(printable(below), MARGIN, doc.y + 2, { width: this.width });
    }
    doc.y += 3;
    doc.lineWidth(0.5).strokeColor(COLOURS.line);
    doc
      .moveTo(MARGIN, doc.y)
      .lineTo(MARGIN + this.width, doc.y)
      .stroke();
    doc.x = MARGIN;
  }

  private measureRow(columns: readonly Column[], cells: readonly Cell[]): number {
    const heights = cells.map(({ text, font = 'plain' }, index) => {
      const width = columns[index]!.share * this.width - GAP;
      return this.doc.font(FONTS[font]).fontSize(9).heightOfString(printable(text), { width });
    });
    return Math.max(...heights) + 6;
  }

  /** Starts a new page unless the height fits; returns whether it did. */
  private keep(height: number): boolean {
    const { doc } = this;
    if (doc.y + height <= doc.page.height - doc.page.margins.bottom) return false;
    doc.addPage();
    return true;
  }

  private drawFooter(text: string): void {
    const { doc } = this;
    this.pages += 1;
    const { bottom } = doc.page.margins;
    // Otherwise, text below the margin would start a new page.
    doc.page.margins.bottom = 0;
    const y = doc.page.height - MARGIN;
    doc.font(FONTS.plain).fontSize(8).fillColor(COLOURS.faint);
    doc.text(text, MARGIN, y, { width: this.width - 60, height: 10, ellipsis: true });
    doc.text(`Page ${this.pages}`, MARGIN, y, { width: this.width, align: 'right' });
    doc.page.margins.bottom = bottom;
    doc.x = MARGIN;
    doc.y = MARGIN;
  }
}
