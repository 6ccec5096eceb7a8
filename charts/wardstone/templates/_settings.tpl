{{- define "wardstone.data.agent" -}}
{{- $data := dict }}
{{- $_ := set $data "WARDSTONE_URL" (printf "https://%s" .Values.host) }}
{{- $data = mustMergeOverwrite $data (deepCopy .Values.settings.agent) }}
{{- toJson $data }}
{{- end }}
{{- define "wardstone.data.wardstone" -}}
{{- $data := dict }}
{{- if .Values.oidc.enabled }}
{{- $data = mustMergeOverwrite $data (deepCopy .Values.oidc.settings.shared) }}
{{- end }}
{{- if .Values.tls.enabled }}
{{- $data = mustMergeOverwrite $data (deepCopy .Values.tls.settings.shared) }}
{{- end }}
{{- $_ := set $data "GATEWAY_JWKS_URL" (ternary "https://gateway/auth/jwks.json" "http://gateway/auth/jwks.json" .Values.tls.enabled) }}
{{- $_ := set $data "PUBLIC_BASE_URL" (printf "https://%s" .Values.host) }}
{{- $data = mustMergeOverwrite $data (deepCopy .Values.settings.shared) }}
{{- toJson $data }}
{{- end }}
{{- define "wardstone.data.gateway" -}}
{{- $data := dict }}
{{- if .Values.oidc.enabled }}
{{- $data = mustMergeOverwrite $data (deepCopy .Values.oidc.settings.gateway) }}
{{- end }}
{{- if .Values.tokenReview.enabled }}
{{- $data = mustMergeOverwrite $data (deepCopy .Values.tokenReview.settings.gateway) }}
{{- end }}
{{- $scheme := ternary "https" "http" .Values.tls.enabled }}
{{- $_ := set $data "COMPLIANCE_URL" (ternary (printf "%s://compliance" $scheme) "" .Values.services.compliance.enabled) }}
{{- $_ := set $data "MONITORING_URL" (ternary (printf "%s://monitoring" $scheme) "" .Values.services.monitoring.enabled) }}
{{- $_ := set $data "ERROR_REGISTRY_URL" (ternary (printf "%s://error-registry" $scheme) "" .Values.services.errorRegistry.enabled) }}
{{- $data = mustMergeOverwrite $data (deepCopy .Values.settings.gateway) }}
{{- toJson $data }}
{{- end }}
{{- define "wardstone.data.compliance" -}}
{{- $data := dict }}
{{- if not .Values.services.monitoring.enabled }}
{{- $_ := set $data "MONITORING_FACTS" "off" }}
{{- end }}
{{- $data = mustMergeOverwrite $data (deepCopy .Values.settings.compliance) }}
{{- toJson $data }}
{{- end }}
{{- define "wardstone.data.monitoring" -}}
{{- $data := dict }}
{{- if .Values.contentS3.enabled }}
{{- $data = mustMergeOverwrite $data (deepCopy .Values.contentS3.settings.monitoring) }}
{{- end }}
{{- if .Values.notifications.enabled }}
{{- $_ := set $data "MAIL_FROM" (printf "wardstone@%s" .Values.host) }}
{{- $data = mustMergeOverwrite $data (deepCopy .Values.notifications.settings.monitoring) }}
{{- end }}
{{- $data = mustMergeOverwrite $data (deepCopy .Values.settings.monitoring) }}
{{- toJson $data }}
{{- end }}
{{- define "wardstone.data.error-registry" -}}
{{- $data := dict }}
{{- $data = mustMergeOverwrite $data (deepCopy .Values.settings.errorRegistry) }}
{{- toJson $data }}
{{- end }}
