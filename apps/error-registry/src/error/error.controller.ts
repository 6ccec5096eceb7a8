import type { IncomingHttpHeaders } from 'node:http';
import { Body, Controller, Delete, Get, Headers, Param, Put, Query, Req } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { type AuthenticatedRequest, Authenticator, OpenToStrangers, RequirePermission } from '@wardstone/auth';
import { type Answer, NoContent, type Preconditions } from '@wardstone/bootstrap';
import { ApiErrors, BODY_ERRORS, bestMediaType, CommonError, RegistryError } from '@wardstone/errors';
import {
  ApiCatalogue,
  ApiExplanation,
  ApiNegotiation,
  ApiPreconditions,
  ERROR_TYPE_PARAMETER,
  LANGUAGE_PARAMETER,
} from './api-documentation';
import { CatalogueQuery, CustomErrorBody, ErrorTextsBody } from '@wardstone/dto/error-registry';
import type { Wish } from './error-representations';
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
  @RequirePermission('errors:read')
  @ApiOperation({ summary: 'List error types' })
  @ApiNegotiation({ hasLanguages: false })
  @ApiCatalogue()
  @ApiErrors(CommonError.invalid_request)
  listErrorTypes(@Query() query: CatalogueQuery, @Headers() headers: IncomingHttpHeaders): Promise<Answer<string>> {
    return this.errors.list(query, wishOf(headers));
  }

  @Get(':error_type')
  @RequirePermission('errors:read')
  @OpenToStrangers(asksForPage)
  @ApiOperation({
    summary: 'Get the explanation of an error type',
    description: 'Error types of the product itself need no authentication as HTML (text/html).',
  })
  @ApiParam(ERROR_TYPE_PARAMETER)
  @ApiNegotiation({ hasLanguages: true })
  @ApiExplanation({ status: 200, description: 'The explanation', isPage: true })
  @ApiErrors(RegistryError.malformed_error_type, RegistryError.unknown_error_type)
  async getErrorDescription(
    @Param('error_type', ErrorTypePipe) type: string,
    @Headers() headers: IncomingHttpHeaders,
    @Req() request: AuthenticatedRequest,
  ): Promise<Answer<string>> {
    if (!request.caller) {
      const page = await this.errors.describeToStranger(type, wishOf(headers));
      if (page) return page;
      // Whether there is such a type is for those who log in.
      await this.authenticator.authenticate(request);
    }
    return this.errors.describe(type, wishOf(headers));
  }

  @Put(':error_type')
  @RequirePermission('errors:write')
  @ApiOperation({ summary: 'Create or replace a custom error type' })
  @ApiParam(ERROR_TYPE_PARAMETER)
  @ApiPreconditions()
  @ApiBody({ type: CustomErrorBody, description: 'The whole custom error type' })
  @ApiExplanation({ status: 200, description: 'Replaced' })
  @ApiExplanation({ status: 201, description: 'Created' })
  @ApiErrors(RegistryError.malformed_error_type, RegistryError.error_type_not_custom, CommonError.precondition_failed)
  @ApiErrors(...BODY_ERRORS)
  putErrorType(
    @Param('error_type', ErrorTypePipe) type: string,
    @Body() body: CustomErrorBody,
    @Headers() headers: IncomingHttpHeaders,
  ): Promise<Answer<string>> {
    return this.errors.putCustom(type, body, conditionsOf(headers));
  }

  @Delete(':error_type')
  @RequirePermission('errors:write')
  @NoContent('Deleted')
  @ApiOperation({ summary: 'Delete a custom error type with its translations and occurrences' })
  @ApiParam(ERROR_TYPE_PARAMETER)
  @ApiPreconditions()
  @ApiErrors(RegistryError.malformed_error_type, RegistryError.unknown_error_type)
  @ApiErrors(RegistryError.error_type_not_custom, CommonError.precondition_failed)
  deleteErrorType(
    @Param('error_type', ErrorTypePipe) type: string,
    @Headers() headers: IncomingHttpHeaders,
  ): Promise<void> {
    return this.errors.removeCustom(type, conditionsOf(headers));
  }

  @Put(':error_type/translations/:lang')
  @RequirePermission('errors:write')
  @ApiOperation({ summary: 'Store description, causes and resolution of an error type in another language' })
  @ApiParam(ERROR_TYPE_PARAMETER)
  @ApiParam(LANGUAGE_PARAMETER)
  @ApiPreconditions()
  @ApiBody({ type: ErrorTextsBody, description: 'The texts in the language' })
  @ApiExplanation({ status: 200, description: 'Replaced; the explanation in the language' })
  @ApiExplanation({ status: 201, description: 'Created; the explanation in the language' })
  @ApiErrors(RegistryError.malformed_error_type, RegistryError.malformed_language_tag, RegistryError.unknown_error_type)
  @ApiErrors(...BODY_ERRORS, CommonError.precondition_failed)
  putTranslation(
    @Param('error_type', ErrorTypePipe) type: string,
    @Param('lang', LanguageTagPipe) language: string,
    @Body() body: ErrorTextsBody,
    @Headers() headers: IncomingHttpHeaders,
  ): Promise<Answer<string>> {
    return this.errors.putTranslation(type, language, body, conditionsOf(headers));
  }
}

/** Reads the headers that negotiate the response. */
function wishOf(headers: IncomingHttpHeaders): Wish {
  return { accept: headers.accept, acceptLanguage: headers['accept-language'] };
}

/** Whether the client is a browser that opens a page, rather than a program. */
function asksForPage({ headers }: { headers: IncomingHttpHeaders }): boolean {
  return bestMediaType(headers.accept, ['application/json', 'text/html']) === 'text/html';
}

/** Reads the preconditions of a write. */
function conditionsOf(headers: IncomingHttpHeaders): Preconditions {
  return { ifMatch: headers['if-match'], ifNoneMatch: headers['if-none-match'] };
}
