/** An error that a service returned, whatever shape its contract gives it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    /** 0 when there was no response. */
    readonly status: number,
    /** Name in the catalogue of errors, which explains it. */
    readonly type: string | undefined,
    /** What went wrong in this case. */
    readonly detail: string,
    /** What is wrong with fields of the body or parameters, by name. */
    readonly fields: ReadonlyMap<string, readonly string[]> = new Map(),
  ) {
    super(detail);
  }

  /** Page of the console that explains the type. */
  get explanation(): string | undefined {
    return this.type === undefined ? undefined : `/errors/${encodeURIComponent(this.type)}`;
  }

  /** The same, of what was sent as a part of something larger. */
  within(place: string): ApiError {
    const fields = [...this.fields].map(([name, problems]) => [place + name, problems] as const);
    return new ApiError(this.status, this.type, this.detail, new Map(fields));
  }

  /** Whether the same request may succeed a moment later. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 502;
  }
}

/** The error in a response. Pure. */
export function toApiError(status: number, headers: Headers, text: string): ApiError {
  const body = parsed(text);
  const type = headers.get('x-error-type') ?? typeOf(body['error_type']);
  return new ApiError(status, type, detailOf(body) ?? (text.trim() || `HTTP ${status}`), fieldsOf(body['fields']));
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function typeOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Problem details; one text of monitoring; one or several texts of compliance. */
function detailOf(body: Readonly<Record<string, unknown>>): string | undefined {
  const texts = Array.isArray(body['errors']) ? body['errors'].filter((each) => typeof each === 'string') : [];
  return [body['detail'], body['message'], body['error'], texts.join('\n')].find(
    (text): text is string => typeof text === 'string' && text !== '',
  );
}

function fieldsOf(value: unknown): ReadonlyMap<string, readonly string[]> {
  if (!Array.isArray(value)) return new Map();
  return new Map((value as { field: string; problems: string[] }[]).map(({ field, problems }) => [field, problems]));
}
