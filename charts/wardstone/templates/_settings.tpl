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
{{- $_ := set $data "COMPLIANCE_URL" (ternary "https://compliance" "http://compliance" .Values.tls.enabled) }}
{{- $_ := set $data "MONITORING_URL" (ternary "https://monitoring" "http://monitoring" .Values.tls.enabled) }}
{{- $_ := set $data "ERROR_REGISTRY_URL" (ternary "https://error-registry" "http://error-registry" .Values.tls.enabled) }}
{{- $data = mustMergeOverwrite $data (deepCopy .Values.settings.gateway) }}
{{- toJson $data }}
{{- end }}
{{- define "wardstone.data.compliance" -}}
{{- $data := dict }}
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
