import { Injectable } from '@nestjs/common';
import { HandlerResponse, type ResponseParts, entityTag, PublicAddress } from '@wardstone/bootstrap';
import { bestMediaType, errorTypeUrl } from '@wardstone/errors';
import { PAGE_POLICY } from '@wardstone/pages';
import type { ListLinks, ListMeta } from '@wardstone/pagination';
import { OWN_LANGUAGE, bestLanguage } from './domain/language';
import { renderCataloguePage } from './domain/page/catalogue-page';
import { renderErrorPage } from './domain/page/error-page';
import { type ErrorDescriptionBody, type ErrorTextsBody, OWNERS } from '@wardstone/dto/error-registry';
import type { ErrorTranslation, StoredError } from './error.queries';

/** Requested media types and languages; header values, if given. */
export interface AcceptHeaders {
  accept: string | undefined;
  acceptLanguage: string | undefined;
}

export interface CatalogueContent {
  records: readonly StoredError[];
  meta: ListMeta;
  links: ListLinks;
  search: { q?: string | undefined; service?: string | undefined; status?: number | undefined };
}

const OFFERED = ['application/json', 'text/html'] as const;
type Offered = (typeof OFFERED)[number];

const getContentType = (mediaType: Offered): string => `${mediaType}; charset=utf-8`;

/** Renders explanations and the catalogue as JSON and HTML. Source: rule registry-2. */
@Injectable()
export class ErrorRepresentations {
  /** Public path of the catalogue. */
  readonly cataloguePath: string;

  constructor(private readonly address: PublicAddress) {
    this.cataloguePath = `${new URL(address.configured).pathname.replace(/\/$/, '')}/api/v1/error`;
  }

  renderError(
    record: StoredError,
    translations: readonly ErrorTranslation[],
    wish: AcceptHeaders,
  ): HandlerResponse<string> {
    const languages = translations.map((translation) => translation.language);
    const language = bestLanguage(wish.acceptLanguage, languages);
    const texts = translations.find((translation) => translation.language === language) ?? record;
    const mediaType = bestMediaType(wish.accept, OFFERED) ?? 'application/json';
    return this.toResponse(mediaType, this.writeError(record, texts, language, mediaType), {
      'Cache-Control': 'private, max-age=300',
      'Content-Language': language,
      Vary: 'Accept, Accept-Language',
    });
  }

  /** Entity tags of all representations of an explanation, in every language and media type. */
  listTags(record: StoredError, translations: readonly ErrorTranslation[]): string[] {
    const variants: (ErrorTextsBody & { language: string })[] = [
      { ...record, language: OWN_LANGUAGE },
      ...translations,
    ];
    return variants.flatMap((texts) =>
      OFFERED.map((mediaType) =>
        entityTag(getContentType(mediaType), this.writeError(record, texts, texts.language, mediaType)),
      ),
    );
  }

  renderCatalogue({ records, meta, links, search }: CatalogueContent, wish: AcceptHeaders): HandlerResponse<string> {
    const mediaType = bestMediaType(wish.accept, OFFERED) ?? 'application/json';
    const errors = records.map((record) => this.toDescription(record, record));
    const text =
      mediaType === 'text/html'
        ? renderCataloguePage(
            { errors, total: meta.total, offset: Number(meta.offset), search, services: OWNERS, links },
            this.cataloguePath,
          )
        : JSON.stringify({ data: errors, meta, links });
    return this.toResponse(mediaType, text, {
      'Cache-Control': 'private, no-cache',
      'Content-Language': OWN_LANGUAGE,
      Vary: 'Accept',
    });
  }

  /** The same response as to the creation of the record. */
  asCreated({ value, parts }: HandlerResponse<string>, type: string): HandlerResponse<string> {
    const Location = errorTypeUrl(this.address.current, { type });
    return new HandlerResponse(value, { status: 201, headers: { ...parts.headers, Location } });
  }

  /** Express handles 304 and HEAD by the entity tag. */
  private toResponse(mediaType: Offered, text: string, headers: ResponseParts['headers']): HandlerResponse<string> {
    const contentType = getContentType(mediaType);
    return new HandlerResponse(text, {
      headers: {
        ...headers,
        'Content-Type': contentType,
        ETag: entityTag(contentType, text),
        ...(mediaType === 'text/html' && { 'Content-Security-Policy': PAGE_POLICY }),
      },
    });
  }

  private writeError(record: StoredError, texts: ErrorTextsBody, language: string, mediaType: Offered): string {
    const description = this.toDescription(record, texts);
    return mediaType === 'text/html'
      ? renderErrorPage(description, language, this.cataloguePath)
      : JSON.stringify(description);
  }

  private toDescription(
    stored: StoredError,
    { description, causes, resolution }: ErrorTextsBody,
  ): ErrorDescriptionBody {
    const type = errorTypeUrl(this.address.current, { type: stored.title });
    return { type, ...stored, description, causes, resolution, example: stored.example ?? undefined };
  }
}
