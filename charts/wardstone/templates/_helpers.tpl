{{- /* The installed services; in values error-registry is errorRegistry, because names with a dash cannot stand in a template. */ -}}
{{- define "wardstone.apps" -}}
{{- $apps := list "gateway" -}}
{{- range $app := list "compliance" "monitoring" "error-registry" -}}
{{- if (index $.Values.services ($app | camelcase | untitle)).enabled -}}
{{- $apps = append $apps $app -}}
{{- end -}}
{{- end -}}
{{- toJson $apps -}}
{{- end -}}

{{- /* The image of an app: (list . "gateway"). */ -}}
{{- define "wardstone.image" -}}
{{- $root := index . 0 -}}
{{- $app := index . 1 -}}
{{- $image := $root.Values.image -}}
{{- printf "%s/%s:%s" $image.registry $app ($image.tag | default $root.Chart.AppVersion) -}}
{{- with index $image.digests $app }}@{{ . }}{{ end -}}
{{- end -}}

{{- /*
The name of a ConfigMap of settings, (list . "gateway"): it follows the content, so that a changed setting rolls the pods.
Kustomize makes the same of the same data: ten letters of a SHA-256, without those that could make words.
*/ -}}
{{- define "wardstone.configMap" -}}
{{- $root := index . 0 -}}
{{- $name := index . 1 -}}
{{- $data := include (printf "wardstone.data.%s" $name) $root | fromJson -}}
{{- $hash := dict "data" $data "kind" "ConfigMap" "name" "" | toJson | sha256sum | trunc 10 -}}
{{- $letters := $hash | replace "0" "g" | replace "1" "h" | replace "3" "k" | replace "a" "m" | replace "e" "t" -}}
{{- printf "%s-%s" $name $letters -}}
{{- end -}}
