import { Body, Controller, Delete, Get, Headers, Param, Put, Query, Req, UseInterceptors } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { type AuthenticatedRequest, Authenticator, OpenToStrangers, RequirePermission } from '@wardstone/auth';
import { type Answer, AnswerInterceptor, NoContent } from '@wardstone/bootstrap';
import { ApiErrors, CommonError, RegistryError } from '@wardstone/errors';
import {
  ApiCatalogue,
  ApiExplanation,
  ApiNegotiation,
  ApiPreconditions,
  ERROR_TYPE_PARAMETER,
  LANGUAGE_PARAMETER,
} from './api-documentation';
import { CatalogueQuery, CustomErrorBody, ErrorTextsBody } from '@wardstone/dto/error-registry';
import { ErrorTypePipe } from './error-type.pipe';
import { ErrorService } from './error.service';
import { LanguageTagPipe } from './language-tag.pipe';
import { asksForPage, conditionsOf, type RequestHeaders, wishOf } from './request-headers';

@ApiTags('error')
@Controller('api/v1/error')
@UseInterceptors(new AnswerInterceptor())
export class ErrorController {
  constructor(
    private readonly errors: ErrorService,
    private readonly authenticator: Authenticator,
  ) {}

  @Get()
  @RequirePermission('errors:read')
  @ApiOperation({ summary: 'The catalogue of error types' })
  @ApiNegotiation({ hasLanguages: false })
  @ApiCatalogue()
  @ApiErrors(CommonError.invalid_request)
  listErrorTypes(@Query() query: CatalogueQuery, @Headers() headers: RequestHeaders): Promise<Answer<string>> {
    return this.errors.list(query, wishOf(headers));
  }

  @Get(':error_type')
  @RequirePermission('errors:read')
  @OpenToStrangers(asksForPage)
  @ApiOperation({
    summary: 'The explanation of an error type',
    description: 'As HTML (text/html), types of the product itself need no authentication.',
  })
  @ApiParam(ERROR_TYPE_PARAMETER)
  @ApiNegotiation({ hasLanguages: true })
  @ApiExplanation({ status: 200, description: 'The explanation', isPage: true })
  @ApiErrors(RegistryError.malformed_error_type, RegistryError.unknown_error_type)
  async getErrorDescription(
    @Param('error_type', ErrorTypePipe) type: string,
    @Headers() headers: RequestHeaders,
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
  @ApiErrors(
    CommonError.invalid_request,
    CommonError.payload_too_large,
    CommonError.too_much_in_progress,
    CommonError.unsupported_media_type,
  )
  putErrorType(
    @Param('error_type', ErrorTypePipe) type: string,
    @Body() body: CustomErrorBody,
    @Headers() headers: RequestHeaders,
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
  deleteErrorType(@Param('error_type', ErrorTypePipe) type: string, @Headers() headers: RequestHeaders): Promise<void> {
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
  @ApiErrors(
    CommonError.invalid_request,
    CommonError.payload_too_large,
    CommonError.too_much_in_progress,
    CommonError.unsupported_media_type,
  )
  @ApiErrors(CommonError.precondition_failed)
  putTranslation(
    @Param('error_type', ErrorTypePipe) type: string,
    @Param('lang', LanguageTagPipe) language: string,
    @Body() body: ErrorTextsBody,
    @Headers() headers: RequestHeaders,
  ): Promise<Answer<string>> {
    return this.errors.putTranslation(type, language, body, conditionsOf(headers));
  }
}
