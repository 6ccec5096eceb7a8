import type { IncomingHttpHeaders } from 'node:http';
import { Body, Controller, Delete, Get, Headers, Param, Put, Query, Req } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { type AuthenticatedRequest, Authenticator } from '@wardstone/auth';
import { type HandlerResponse, nothing, Operation, type Preconditions } from '@wardstone/bootstrap';
import { bestMediaType, BODY_ERRORS } from '@wardstone/errors';
import {
  catalogue,
  ERROR_TYPE_PARAMETER,
  explanation,
  IF_MATCH,
  LANGUAGE_PARAMETER,
  documentNegotiation,
} from './api-documentation';
import { CatalogueQuery, CustomErrorBody, ErrorTextsBody } from '@wardstone/dto/error-registry';
import type { AcceptHeaders } from './error-representations';
import { ErrorService } from './error.service';
import { ErrorTypePipe, LanguageTagPipe } from './parameter.pipes';

@ApiTags('error')
@Controller('api/v1/error')
export class ErrorController {
  constructor(
    private readonly errors: ErrorService,
    private readonly authenticator: Authenticator,
  ) {}

  @Get()
  @Operation('List error types', {
    access: 'errors:read',
    parameters: documentNegotiation({ hasLanguages: false }),
    returns: catalogue,
    errors: ['invalid_request'],
  })
  listErrorTypes(
    @Query() query: CatalogueQuery,
    @Headers() headers: IncomingHttpHeaders,
  ): Promise<HandlerResponse<string>> {
    return this.errors.list(query, readWish(headers));
  }

  @Get(':error_type')
  @Operation('Get the explanation of an error type', {
    description: 'No authentication is needed to read the product’s own error types as HTML (text/html).',
    access: { permissions: ['errors:read'], strangers: wantsPage },
    path: { error_type: ERROR_TYPE_PARAMETER },
    parameters: documentNegotiation({ hasLanguages: true }),
    returns: explanation(200, 'The explanation', { isPage: true }),
    errors: ['malformed_error_type', 'unknown_error_type'],
  })
  async getErrorDescription(
    @Param('error_type', ErrorTypePipe) type: string,
    @Headers() headers: IncomingHttpHeaders,
    @Req() request: AuthenticatedRequest,
  ): Promise<HandlerResponse<string>> {
    if (!request.caller) {
      const page = await this.errors.describeToStranger(type, readWish(headers));
      if (page) return page;
      // Only authenticated callers learn whether the type exists.
      await this.authenticator.authenticate(request);
    }
    return this.errors.describe(type, readWish(headers));
  }

  @Put(':error_type')
  @Operation('Create or replace a custom error type', {
    access: 'errors:write',
    path: { error_type: ERROR_TYPE_PARAMETER },
    parameters: IF_MATCH,
    body: ApiBody({ type: CustomErrorBody, description: 'The whole custom error type' }),
    returns: [explanation(200, 'Replaced'), explanation(201, 'Created')],
    errors: ['malformed_error_type', 'error_type_not_custom', 'precondition_failed', ...BODY_ERRORS],
  })
  putErrorType(
    @Param('error_type', ErrorTypePipe) type: string,
    @Body() body: CustomErrorBody,
    @Headers() headers: IncomingHttpHeaders,
  ): Promise<HandlerResponse<string>> {
    return this.errors.putCustom(type, body, readConditions(headers));
  }

  @Delete(':error_type')
  @Operation('Delete a custom error type with its translations and occurrences', {
    access: 'errors:write',
    path: { error_type: ERROR_TYPE_PARAMETER },
    parameters: IF_MATCH,
    returns: nothing('Deleted'),
    errors: ['malformed_error_type', 'unknown_error_type', 'error_type_not_custom', 'precondition_failed'],
  })
  deleteErrorType(
    @Param('error_type', ErrorTypePipe) type: string,
    @Headers() headers: IncomingHttpHeaders,
  ): Promise<void> {
    return this.errors.removeCustom(type, readConditions(headers));
  }

  @Put(':error_type/translations/:lang')
  @Operation('Store description, causes and resolution of an error type in another language', {
    access: 'errors:write',
    path: { error_type: ERROR_TYPE_PARAMETER, lang: LANGUAGE_PARAMETER },
    parameters: IF_MATCH,
    body: ApiBody({ type: ErrorTextsBody, description: 'The texts in the language' }),
    returns: [
      explanation(200, 'Replaced; the explanation in the language'),
      explanation(201, 'Created; the explanation in the language'),
    ],
    errors: [
      'malformed_error_type',
      'malformed_language_tag',
      'unknown_error_type',
      ...BODY_ERRORS,
      'precondition_failed',
    ],
  })
  putTranslation(
    @Param('error_type', ErrorTypePipe) type: string,
    @Param('lang', LanguageTagPipe) language: string,
    @Body() body: ErrorTextsBody,
    @Headers() headers: IncomingHttpHeaders,
  ): Promise<HandlerResponse<string>> {
    return this.errors.putTranslation(type, language, body, readConditions(headers));
  }
}

/** Reads the headers for content negotiation. */
function readWish(headers: IncomingHttpHeaders): AcceptHeaders {
  return { accept: headers.accept, acceptLanguage: headers['accept-language'] };
}

/** Whether the client is a browser that opens a page. */
function wantsPage({ headers }: { headers: IncomingHttpHeaders }): boolean {
  return bestMediaType(headers.accept, ['application/json', 'text/html']) === 'text/html';
}

/** Reads the preconditions of a write. */
function readConditions(headers: IncomingHttpHeaders): Preconditions {
  return { ifMatch: headers['if-match'], ifNoneMatch: headers['if-none-match'] };
}
