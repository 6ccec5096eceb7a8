{{- /* Generated from k8s/ by "npm run docs:generate". */ -}}
{{- define "wardstone.data.agent" -}}
{{- $data := dict }}
{{- $_ := set $data "WARDSTONE_URL" (printf "https://%s" .Values.host) }}
{{- $data = mustMergeOverwrite $data (deepCopy .Values.settings.agent) }}
{{- toJson $data }}
{{- end }}
{{- define "wardstone.data.wardstone" -}}
{{- $data := dict }}
{{- $_ := set $data "PUBLIC_BASE_URL" (printf "https://%s" .Values.host) }}
{{- $data = mustMergeOverwrite $data (deepCopy .Values.settings.shared) }}
{{- toJson $data }}
{{- end }}
{{- define "wardstone.data.gateway" -}}
{{- $data := dict }}
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
