"""The simulator alone: broker, house, firmware and fleet."""
