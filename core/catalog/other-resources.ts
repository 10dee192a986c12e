/**
 * Monitored resource types that are not in Cloud Monitoring's lists: those of log entries. Log-based metrics have them.
 */
const ofLogs = new Set(
  `app_script_function assistant_action_project audited_resource bigquery_resource build client_auth_config_brand
  client_auth_config_client cloud_composer_environment cloud_debugger_resource cloud_scheduler_job cloudiot_device
  cloudiot_device_registry cloudkms_cryptokey cloudkms_cryptokeyversion cloudkms_keyring cloudml_model_version
  container csr_repository dataflow_step datastore_database datastore_index dbadmin deployment deployment_manager_type
  dns_managed_zone folder gae_env gce_autoscaler gce_backend_bucket gce_client_ssl_certificate gce_commitment
  gce_firewall_rule gce_forwarding_rule gce_health_check gce_image gce_instance_group gce_instance_group_manager
  gce_instance_template gce_license gce_network gce_node_group gce_node_template gce_operation gce_packet_mirroring
  gce_project gce_reserved_address gce_resource_policy gce_route gce_snapshot gce_ssl_certificate gce_subnetwork
  gce_target_http_instance gce_target_http_proxy gce_target_https_proxy gce_target_pool gce_target_ssl_proxy
  gce_url_map genomics_operation genomics_dataset gke_cluster gke_nodepool http_load_balancer iam_role
  k8s_control_plane_component loganalytics_view logging_bucket logging_exclusion logging_log logging_sink
  managed_service ml_job ml_model monitoring_alert_policy network_security_policy organization project
  recaptchaenterprise_key reported_errors security_scanner_scan_config service_account service_config
  serviceusage_service stackdriver_metric testservice_matrix threat_detector uptime_check_config vpn_tunnel`.split(
    /\s+/,
  ),
);

/** Types of a retired integration, which old dashboards still use. */
const retired = new Set(
  `aws_dynamodb_table aws_ebs_volume aws_elb_load_balancer aws_emr_cluster aws_kinesis_stream aws_redshift_cluster aws_ses
  aws_sns_topic`.split(/\s+/),
);

/** Whether log entries, and therefore log-based metrics, use this type. */
export function isLogResource(type: string): boolean {
  return ofLogs.has(type);
}

/** Whether the name is right although the lists do not have it. */
export function isResourceElsewhere(type: string): boolean {
  return ofLogs.has(type) || retired.has(type);
}
