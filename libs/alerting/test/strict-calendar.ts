type Properties = Record<string, string>;

export interface ParsedCalendar {
  properties: Properties;
  events: Properties[];
}

const LINE_OCTETS = 75;
const LINE = /^([A-Z-]+(?:;[A-Z-]+=[A-Z-]+)*):(.*)$/su;
const TIME = /^\d{8}T\d{6}Z$/;
const REQUIRED = ['UID', 'DTSTAMP', 'DTSTART', 'DTEND', 'SUMMARY'];

/** Reads an iCalendar document and refuses whatever RFC 5545 forbids. @throws Error */
export function parseCalendar(text: string): ParsedCalendar {
  if (!text.endsWith('\r\n')) throw new Error('the last line is not ended');
  const physical = text.slice(0, -2).split('\r\n');
  for (const line of physical) {
    if (/[\r\n]/.test(line)) throw new Error(`a bare line break in ${JSON.stringify(line)}`);
    if (Buffer.byteLength(line) > LINE_OCTETS) throw new Error(`a line of ${Buffer.byteLength(line)} octets`);
    if (Buffer.from(line).toString() !== line || line.includes('\uFFFD')) throw new Error('a character is split');
    if (/(?!\t)\p{Cc}/u.test(line)) throw new Error('a control character');
  }
  const lines = text
    .slice(0, -2)
    .replace(/\r\n[ \t]/g, '')
    .split('\r\n');
  const found: ParsedCalendar = { properties: {}, events: [] };
  const open: string[] = [];
  let event: Properties | undefined;
  for (const line of lines) {
    const [, name = '', value = ''] = LINE.exec(line) ?? [];
    if (name === '') throw new Error(`no property: ${line}`);
    if (name === 'BEGIN') {
      if (value === 'VEVENT') event = {};
      open.push(value);
      continue;
    }
    if (name === 'END') {
      if (open.pop() !== value) throw new Error(`END:${value} ends nothing`);
      if (value === 'VEVENT') found.events.push(checked(event!));
      continue;
    }
    const into = open.at(-1) === 'VEVENT' ? event! : found.properties;
    if (open.length === 0 || name in into) throw new Error(`${name} stands in the wrong place, or twice`);
    into[name] = toText(value);
  }
  if (open.length > 0 || lines[0] !== 'BEGIN:VCALENDAR' || lines.at(-1) !== 'END:VCALENDAR') {
    throw new Error('not one calendar');
  }
  const { VERSION: version, PRODID: product } = found.properties;
  if (version !== '2.0' || !product) throw new Error('VERSION or PRODID is missing');
  if (new Set(found.events.map(({ UID }) => UID)).size < found.events.length) throw new Error('a UID stands twice');
  return found;
}

function checked(event: Properties): Properties {
  for (const name of REQUIRED) if (event[name] === undefined) throw new Error(`${name} is missing`);
  for (const name of ['DTSTAMP', 'DTSTART', 'DTEND'])
    if (!TIME.test(event[name]!)) throw new Error(`${name} is no time`);
  if (event['DTEND']! <= event['DTSTART']!) throw new Error('DTEND is not after DTSTART');
  return event;
}

function toText(value: string): string {
  if (/(^|[^\\])(\\\\)*\\[^\\;,nN]/.test(value)) throw new Error(`an unknown escape in ${value}`);
  if (/(^|[^\\])(\\\\)*[;,]/.test(value)) throw new Error(`an unescaped separator in ${value}`);
  return value.replace(/\\([\\;,nN])/g, (_all, character: string) => (/n/i.test(character) ? '\n' : character));
}
