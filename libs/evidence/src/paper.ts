import { LRUCache } from 'lru-cache';
import { isStandard, ScriptFonts } from './script-fonts';
import { layOut, type Letters, type TextBlock, type TextLine, type TextRun } from './text-lines';

const MARGIN = 48;
const FOOTER = 24;
const GAP = 8;
const COLOURS = { text: '#151515', faint: '#5a5a5a', line: '#d2d2d2', fail: '#a60000', compliant: '#3d7317' } as const;
const FONTS = { plain: 'Helvetica', bold: 'Helvetica-Bold', code: 'Courier' } as const;
const MAX_TEXT_LENGTH = 2000;
/** Line height of texts in several fonts, relative to the size; letters of some scripts are higher than Latin ones. */
const LINE_HEIGHT = 1.4;
const BASELINE = 0.9;

interface TextStyle {
  readonly font?: keyof typeof FONTS;
  readonly colour?: keyof typeof COLOURS;
}

export interface Cell extends TextStyle {
  readonly text: string;
}

interface DrawnStyle extends TextStyle {
  readonly size: number;
  readonly width: number;
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

/** Pages of a PDF, from top to bottom. The output is taken in pieces, so that no page stays in memory. */
export class Paper {
  private pages = 0;
  private readonly scripts: ScriptFonts;
  /** Texts are measured before they are drawn. */
  private readonly laidOut = new LRUCache<string, TextBlock<string>>({ max: 50 });

  private constructor(
    private readonly doc: PDFKit.PDFDocument,
    title: string,
    subject: string,
  ) {
    this.scripts = new ScriptFonts((name, file) => doc.registerFont(name, file));
    this.doc.on('pageAdded', () => this.drawFooter(`${title} – ${subject}`));
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
    this.write(text, 22, { font: 'bold' });
  }

  /** Starts a section that the outline lists. */
  heading(text: string): void {
    this.keep(90);
    this.doc.y += 2 * GAP;
    this.write(text, 15, { font: 'bold' });
    this.doc.outline.addItem(text);
  }

  subheading(text: string): void {
    this.keep(60);
    this.doc.y += GAP;
    this.write(text, 10.5, { font: 'bold' });
  }

  paragraph(text: string, colour: keyof typeof COLOURS = 'text'): void {
    this.write(text, 9.5, { colour });
  }

  /** Adds space below a table. */
  space(): void {
    this.doc.y += GAP;
  }

  code(text: string): void {
    this.write(text, 7.5, { font: 'code', colour: 'faint' });
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

  private write(text: string, size: number, style: TextStyle): void {
    this.draw(text, [MARGIN, this.doc.y], { ...style, size, width: this.width });
    this.doc.y += 0.35 * size;
  }

  private row(columns: readonly Column[], cells: readonly Cell[], below?: string): void {
    const { doc } = this;
    const top = doc.y + 3;
    let x = MARGIN;
    const height = this.measureRow(columns, cells);
    for (const [index, { text, ...style }] of cells.entries()) {
      const width = columns[index]!.share * this.width;
      this.draw(text, [x, top], { ...style, size: 9, width: width - GAP });
      x += width;
    }
    doc.y = top + height - 6;
    if (below !== undefined)
      this.draw(below, [MARGIN, doc.y + 2], { font: 'code', colour: 'faint', size: 6.5, width: this.width });
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
      const line = this.toLine(text);
      if (!isStandard(line)) return this.layOut(line, { font, size: 9, width }).lines.length * 9 * LINE_HEIGHT;
      return this.doc.font(FONTS[font]).fontSize(9).heightOfString(line, { width });
    });
    return Math.max(...heights) + 6;
  }

  /** Draws a text from a place downwards, over pages if need be, and leaves `y` below it. */
  private draw(given: string, [x, y]: readonly [x: number, y: number], style: DrawnStyle): void {
    const { doc } = this;
    const { font = 'plain', colour = 'text', size, width } = style;
    const text = this.toLine(given);
    if (isStandard(text)) {
      doc.font(FONTS[font]).fontSize(size).fillColor(COLOURS[colour]);
      doc.text(text, x, y, { width });
      return;
    }
    doc.y = y;
    const { lines, isRightToLeft } = this.layOut(text, style);
    for (const line of lines) {
      this.keep(size * LINE_HEIGHT);
      const { y: top } = doc;
      this.drawLine(line, [isRightToLeft ? x + width - line.width : x, top], style);
      doc.y = top + size * LINE_HEIGHT;
    }
    doc.x = MARGIN;
  }

  private drawLine({ runs }: TextLine<string>, [x, y]: readonly [x: number, y: number], style: DrawnStyle): void {
    const { doc } = this;
    const { colour = 'text', size } = style;
    let left = x;
    doc.fillColor(COLOURS[colour]);
    for (const run of runs) {
      doc
        .font(run.font)
        .fontSize(size)
        .text(run.text, left, y + size * BASELINE, this.getOptions(run));
      left += this.measure(run, size);
    }
  }

  private layOut(text: string, style: DrawnStyle): TextBlock<string> {
    const { font = 'plain', size, width } = style;
    const key = `${font} ${size} ${width} ${text}`;
    const known = this.laidOut.get(key);
    if (known) return known;
    const letters: Letters<string> = {
      getFont: (letter) => (isStandard(letter) ? FONTS[font] : this.scripts.find(letter, font === 'bold')!),
      isShaping: (name) => this.scripts.has(name),
      measure: (run) => this.measure(run, size),
    };
    const block = layOut(text, width, letters);
    this.laidOut.set(key, block);
    return block;
  }

  private measure(run: TextRun<string>, size: number): number {
    return this.doc.font(run.font).fontSize(size).widthOfString(run.text, this.getOptions(run));
  }

  /** Without features, the library would shape words one by one, and order them from left to right. */
  private getOptions({ font }: TextRun<string>): PDFKit.Mixins.TextOptions {
    return { lineBreak: false, baseline: 'alphabetic', ...(this.scripts.has(font) && { features: [] }) };
  }

  /**
   * Converts a text to a line in letters that some font has: others become code points, such as `<U+1F600>`, and
   * invisible ones are removed.
   */
  private toLine(text: string): string {
    const written = Array.from(text.normalize('NFC').slice(0, MAX_TEXT_LENGTH + 1), (letter) => {
      if (/^[\s\u00a0]$/.test(letter)) return ' ';
      if (isStandard(letter)) return letter;
      if (/^[\p{Cc}\p{Cf}\p{Cs}]$/u.test(letter)) return '';
      if (this.scripts.find(letter, false) !== undefined) return letter;
      return `<U+${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}>`;
    }).join('');
    return written.length > MAX_TEXT_LENGTH ? `${written.slice(0, MAX_TEXT_LENGTH)}…` : written;
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
    const style = { colour: 'faint', size: 8, width: this.width - 60 } as const;
    const line = this.toLine(text);
    doc.font(FONTS.plain).fontSize(style.size).fillColor(COLOURS.faint);
    if (isStandard(line)) doc.text(line, MARGIN, y, { width: style.width, height: 10, ellipsis: true });
    else this.drawLine(this.layOut(line, style).lines[0]!, [MARGIN, y - style.size * (BASELINE - 0.72)], style);
    doc.font(FONTS.plain).fontSize(style.size).fillColor(COLOURS.faint);
    doc.text(`Page ${this.pages}`, MARGIN, y, { width: this.width, align: 'right' });
    doc.page.margins.bottom = bottom;
    doc.x = MARGIN;
    doc.y = MARGIN;
  }
}
