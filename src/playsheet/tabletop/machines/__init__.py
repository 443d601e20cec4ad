"""What sheets with machines share: damage charts with effects as data, steam, blasts. The charts are each sheet's."""
