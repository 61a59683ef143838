"""Devices that announce themselves by Home Assistant's MQTT discovery."""
